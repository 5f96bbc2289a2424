// SPDX-License-Identifier: Apache-2.0

/**
 * The fire times of a job: cron, fixed rate, fixed delay, or none.
 */
@NullMarked
package io.distlock.internal.scheduling.trigger;

import org.jspecify.annotations.NullMarked;
