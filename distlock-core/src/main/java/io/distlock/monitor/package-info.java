// SPDX-License-Identifier: Apache-2.0

/**
 * Monitoring of lock engines: statistics, held locks and waiters.
 */
@NullMarked
package io.distlock.monitor;

import org.jspecify.annotations.NullMarked;
