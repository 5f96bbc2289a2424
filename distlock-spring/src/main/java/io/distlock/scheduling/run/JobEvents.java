// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Instant;
import java.util.function.Consumer;

import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.rules.DueTimes;
import io.distlock.scheduling.rules.JobChange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Publishes events of the ended runs of one job to the application, and logs those that
 * did not succeed. Exceptions of a listener end here: the record is written, and the job
 * continues.
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

	void written(JobChange change) {
		for (JobRun run : change.records()) {
			if (run.endedAt() != null) {
				ended(change.state(), run);
			}
			if (run.attempt() == 0) {
				notRun(run);
			}
		}
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
		logFailure(state, run, retry);
		try {
			this.listener.accept(new ClusterJobRunEvent(this.jobName, run, retry));
		}
		catch (RuntimeException | Error ex) {
			logger.warn("A listener for runs of job '{}' failed; the job continues", this.jobName, ex);
		}
	}

	/**
	 * Log a run that did not succeed: a warning for an attempt that will be retried, and
	 * an error otherwise. The stack trace of the latter is logged by the error handler of
	 * the task scheduler.
	 */
	private void logFailure(JobState state, JobRun run, @Nullable JobRetry retry) {
		if (run.attempt() == 0 || run.outcome() == Outcome.SUCCEEDED) {
			return;
		}
		boolean failed = run.outcome() == Outcome.FAILED || run.outcome() == Outcome.TIMED_OUT;
		logger.atLevel((failed && retry == null) ? Level.ERROR : Level.WARN)
			.log("Job '{}' ended as {} for fire time {}, attempt {} on node '{}': {}. {}", this.jobName, run.outcome(),
					run.fireTime(), run.attempt(), run.node(), run.error(), next(state, run, retry));
	}

	private static String next(JobState state, JobRun run, @Nullable JobRetry retry) {
		if (retry != null) {
			return "Will retry at %s, as attempt %d".formatted(retry.at(), retry.attempt());
		}
		Instant end = run.endedAt();
		Instant next = DueTimes.next(state, (end != null) ? end : run.startedAt());
		return "Will not be retried" + ((next != null) ? "; the next fire time is " + next : "");
	}

}
