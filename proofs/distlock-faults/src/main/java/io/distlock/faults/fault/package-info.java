// SPDX-License-Identifier: Apache-2.0

/**
 * What goes wrong in a round.
 */
@NullMarked
package io.distlock.faults.fault;

import org.jspecify.annotations.NullMarked;
