// SPDX-License-Identifier: Apache-2.0

/**
 * Rounds of faults over a cluster of JVMs.
 */
@NullMarked
package io.distlock.faults.round;

import org.jspecify.annotations.NullMarked;
