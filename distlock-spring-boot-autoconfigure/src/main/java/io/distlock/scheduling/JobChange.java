package io.distlock.scheduling;

import java.util.List;

import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A change of a job's entry, all of it or nothing.
 *
 * @param state the new state
 * @param records the records that belong to it
 * @param run the run that begins with the change, or {@code null}
 */
record JobChange(JobState state, List<JobRun> records, @Nullable JobRun run) {

}
