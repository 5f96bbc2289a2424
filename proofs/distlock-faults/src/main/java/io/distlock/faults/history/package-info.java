// SPDX-License-Identifier: Apache-2.0

/**
 * What happened in a round, as the processes wrote it down.
 */
@NullMarked
package io.distlock.faults.history;

import org.jspecify.annotations.NullMarked;
