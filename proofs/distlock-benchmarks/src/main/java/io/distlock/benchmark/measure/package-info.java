// SPDX-License-Identifier: Apache-2.0

/**
 * How speed is measured: in rounds, each contestant in turn, as a ratio to the floor of
 * the same round.
 */
@NullMarked
package io.distlock.benchmark.measure;

import org.jspecify.annotations.NullMarked;
