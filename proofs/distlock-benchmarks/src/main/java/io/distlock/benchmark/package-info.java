// SPDX-License-Identifier: Apache-2.0

/**
 * Benchmarks of distlock beside a floor and the peers.
 */
@NullMarked
package io.distlock.benchmark;

import org.jspecify.annotations.NullMarked;
