// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

import io.distlock.internal.scheduling.rules.DueTimes;
import io.distlock.internal.scheduling.rules.JobChange;
import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.TriggerRules;
import io.distlock.internal.scheduling.trigger.JobTriggers;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the state of one job: publishes ends of runs as events, contains exceptions of
 * the listener, logs unsuccessful runs, and logs each lasting condition once.
 */
final class JobReports {

	private static final Logger logger = LoggerFactory.getLogger(JobReports.class);

	/**
	 * Minimum time between reports: nodes with different clocks may repeatedly write
	 * times that lie ahead.
	 */
	private static final long MIN_PERIOD_NANOS = Duration.ofMinutes(1).toNanos();

	private final String jobName;

	private final Consumer<ClusterJobRunEvent> listener;

	/**
	 * Last trigger that was compared with the trigger of this node.
	 */
	private volatile String followed = "";

	/**
	 * First fire time of the last logged period.
	 */
	private volatile @Nullable Instant notRun;

	/**
	 * Last logged time that lay ahead, and the time of the report by the monotonic clock.
	 */
	private volatile @Nullable Instant ahead;

	private volatile long aheadAt;

	JobReports(String jobName, Consumer<ClusterJobRunEvent> listener) {
		this.jobName = jobName;
		this.listener = listener;
	}

	/**
	 * Begin a life of this node. The trigger is reported again.
	 */
	void begin() {
		this.followed = "";
	}

	/**
	 * Log once that this node follows another trigger.
	 */
	void follow(JobRules rules, JobState state) {
		String trigger = state.trigger().text();
		if (trigger.equals(this.followed)) {
			return;
		}
		this.followed = trigger;
		TriggerRules own = rules.triggers();
		if (!own.isDisabled() && !own.isSame(state) && !own.isNext(state)) {
			boolean known = JobTriggers.parse(state.trigger()) != null;
			logger.warn(
					"Job '{}' follows the trigger '{}', defined by nodes that started later; this node defines '{}'{}",
					this.jobName, trigger, own.trigger().text(),
					known ? "" : ". This version does not understand it, so the job does not run here");
		}
	}

	/**
	 * Report that times of the job lie ahead of the store's clock, because the clock was
	 * or is wrong.
	 * @param entry the entry
	 * @param nanoTime the monotonic clock
	 */
	void ahead(JobEntry entry, long nanoTime) {
		Instant latest = DueTimes.ahead(entry);
		if (latest == null) {
			return;
		}
		boolean blocked = DueTimes.isBlocked(entry.state(), entry.now());
		Instant ahead = blocked ? entry.state().lastFireTime() : latest;
		Instant known = this.ahead;
		if (ahead == null || ahead.equals(known) || (known != null && nanoTime - this.aheadAt < MIN_PERIOD_NANOS)) {
			return;
		}
		this.ahead = ahead;
		this.aheadAt = nanoTime;
		logger.warn(
				"Job '{}' was written at {}, but the clock of the store shows {}: it was ahead, or was set back. {}",
				this.jobName, ahead, entry.now(),
				blocked ? "Fire times up to the former count as run. Call ClusterJobs.resume(\"%s\"), or POST {\"action\": \"resume\"} to the endpoint clusterjobs/%s, to run the job from now on"
					.formatted(this.jobName, this.jobName) : "The job continues");
	}

	/**
	 * Report a written change.
	 */
	void published(JobChange change) {
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
	 * Report skipped fire times. The period grows with each run, and is reported once.
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
	 * Find the planned or active next attempt.
	 */
	private static @Nullable JobRetry retry(JobState state, JobRun run) {
		JobRun running = state.running();
		JobRetry retry = (running != null) ? new JobRetry(running.fireTime(), running.attempt(), running.startedAt())
				: state.retry();
		boolean next = retry != null && retry.fireTime().equals(run.fireTime()) && retry.attempt() > run.attempt();
		return next ? retry : null;
	}

	/**
	 * Publish the end of a run after its record was written.
	 */
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
	 * Log an unsuccessful run as a warning. The error handler of the task scheduler logs
	 * the failure of a last attempt as an error with its stack trace.
	 */
	private void logFailure(JobState state, JobRun run, @Nullable JobRetry retry) {
		if (run.attempt() == 0 || run.outcome() == Outcome.SUCCEEDED) {
			return;
		}
		logger.warn("Job '{}' ended as {} for fire time {}, attempt {} on node '{}': {}. {}", this.jobName,
				run.outcome(), run.fireTime(), run.attempt(), run.node(), run.error(), next(state, run, retry));
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
