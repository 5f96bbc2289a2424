// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Event published once after a run has ended and its record has been written. The event
 * is published on the node of the run or, after a crash, on the node that detected the
 * crash. A node that dies between the record and the event, or cannot determine whether
 * the record was written, publishes no event. Listeners run on the thread of the job,
 * before its next run; slow listeners should use a separate thread.
 *
 * @param job the name of the job
 * @param run the record with end and outcome
 * @param retry the planned or started next attempt of the fire time; {@code null} without
 * a next attempt
 * @since 0.1.0
 */
public record ClusterJobRunEvent(String job, JobRun run, @Nullable JobRetry retry) {

}
