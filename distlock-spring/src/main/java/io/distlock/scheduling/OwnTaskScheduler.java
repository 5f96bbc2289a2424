// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import org.springframework.scheduling.TaskScheduler;

/**
 * A task scheduler that was made for jobs, because the application has none.
 *
 * @param scheduler the scheduler
 * @param shutdown ends its threads
 * @since 0.1.0
 */
public record OwnTaskScheduler(TaskScheduler scheduler, Runnable shutdown) {

}
