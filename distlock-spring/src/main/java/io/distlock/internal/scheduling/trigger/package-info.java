// SPDX-License-Identifier: Apache-2.0

/**
 * Fire times of jobs: cron, fixed rate, fixed delay, or none.
 */
@NullMarked
package io.distlock.internal.scheduling.trigger;

import org.jspecify.annotations.NullMarked;
