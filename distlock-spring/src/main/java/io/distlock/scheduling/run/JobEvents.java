// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Instant;
import java.util.Collection;
import java.util.function.Consumer;

import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes events of the ended runs of one job to the application. Exceptions of a
 * listener end here: the record is written, and the job continues.
 */
final class JobEvents {

	private static final Logger logger = LoggerFactory.getLogger(JobEvents.class);

	private final String jobName;

	private final Consumer<ClusterJobRunEvent> listener;

	private volatile @Nullable Instant notRun;

	JobEvents(String jobName, Consumer<ClusterJobRunEvent> listener) {
		this.jobName = jobName;
		this.listener = listener;
	}

	/**
	 * Publish events for records of ended runs, and of fire times without a run.
	 * @param state the state that was written
	 * @param records the records that were written with it
	 */
	void written(JobState state, Collection<JobRun> records) {
		records.stream().filter((run) -> run.endedAt() != null).forEach((run) -> ended(state, run));
		records.stream().filter((run) -> run.attempt() == 0).forEach(this::notRun);
	}

	/**
	 * A stretch of skipped fire times grows with each run, and is reported once.
	 */
	private void notRun(JobRun stretch) {
		if (!stretch.fireTime().equals(stretch.startedAt())) {
			logger.warn("Job '{}' will not be retried for fire time {}: {}", this.jobName, stretch.fireTime(),
					stretch.error());
		}
		else if (!stretch.fireTime().equals(this.notRun)) {
			this.notRun = stretch.fireTime();
			logger.warn("Job '{}' did not run at fire times since {}: {}", this.jobName, stretch.fireTime(),
					stretch.error());
		}
	}

	/**
	 * Find the next attempt, be it planned or begun.
	 */
	private static @Nullable JobRetry retry(JobState state, JobRun run) {
		JobRun running = state.running();
		JobRetry retry = (running != null) ? new JobRetry(running.fireTime(), running.attempt(), running.startedAt())
				: state.retry();
		boolean next = retry != null && retry.fireTime().equals(run.fireTime()) && retry.attempt() > run.attempt();
		return next ? retry : null;
	}

	void ended(JobState state, JobRun run) {
		JobRetry retry = retry(state, run);
		FailureLog.log(this.jobName, state, run, retry);
		try {
			this.listener.accept(new ClusterJobRunEvent(this.jobName, run, retry));
		}
		catch (RuntimeException | Error ex) {
			logger.warn("A listener for runs of job '{}' failed; the job continues", this.jobName, ex);
		}
	}

}
