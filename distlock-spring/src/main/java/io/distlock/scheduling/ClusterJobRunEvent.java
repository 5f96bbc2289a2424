// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Published once when a run of a job ended, and its record is written: on the node that
 * ran it, or, of a run whose node is gone, on the node that noticed. A node that dies
 * between the record and the event, or cannot find out whether it wrote the record,
 * publishes none. Listeners are called on the thread of the job, before its next run; a
 * slow one belongs on a thread of its own.
 *
 * @param job the name of the job
 * @param run the record, with its end and its outcome
 * @param retry the next attempt of its fire time, which is planned or has begun;
 * {@code null} if there is none
 * @since 0.1.0
 */
public record ClusterJobRunEvent(String job, JobRun run, @Nullable JobRetry retry) {

}
