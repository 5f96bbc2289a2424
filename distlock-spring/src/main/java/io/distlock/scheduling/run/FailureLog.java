// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.rules.DueTimes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs runs that did not succeed: a warning for an attempt that will be retried, and an
 * error otherwise. The stack trace of the latter is logged by the error handler of the
 * task scheduler.
 */
final class FailureLog {

	private static final Logger logger = LoggerFactory.getLogger(FailureLog.class);

	private FailureLog() {
	}

	static void log(String jobName, JobState state, JobRun run, @Nullable JobRetry retry) {
		if (run.attempt() == 0 || run.outcome() == Outcome.SUCCEEDED) {
			return;
		}
		boolean failed = run.outcome() == Outcome.FAILED || run.outcome() == Outcome.TIMED_OUT;
		logger.atLevel((failed && retry == null) ? Level.ERROR : Level.WARN)
			.log("Job '{}' ended as {} for fire time {}, attempt {} on node '{}': {}. {}", jobName, run.outcome(),
					run.fireTime(), run.attempt(), run.node(), run.error(), next(state, run, retry));
	}

	private static String next(JobState state, JobRun run, @Nullable JobRetry retry) {
		if (retry != null) {
			return "Will retry at %s, as attempt %d".formatted(retry.at(), retry.attempt());
		}
		Instant end = run.endedAt();
		Instant next = DueTimes.next(new JobEntry(1, state, (end != null) ? end : run.startedAt()));
		return "Will not be retried" + ((next != null) ? "; the next fire time is " + next : "");
	}

}
