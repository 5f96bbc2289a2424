// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store whose requests take longer than the period of a job, after no node was up for
 * longer than the misfire threshold.
 */
@Tag("safety")
class SlowStoreTests {

	private static final Duration WATCHED = Duration.ofMinutes(30);

	private static final Duration OUTAGE = Duration.ofSeconds(70);

	@ParameterizedTest
	@CsvSource({ "PT1S, PT1.1S, PT1M", "PT1S, PT1.1S, PT1S", "PT5S, PT5.5S, PT1M", "PT10S, PT11S, PT1M",
			"PT60S, PT66S, PT1M", "PT1S, PT1.1S, PT12H" })
	void jobRunsAsOftenAfterAnOutageAsWithoutIt(Duration period, Duration request, Duration misfireThreshold) {
		SlowStore calm = new SlowStore(period, request, misfireThreshold);
		calm.pass(WATCHED);
		SlowStore disturbed = new SlowStore(period, request, misfireThreshold);
		disturbed.now = disturbed.now.plus(OUTAGE);
		disturbed.pass(WATCHED);
		assertThat(disturbed.runs).isBetween(calm.runs - 1, calm.runs + 1).isPositive();
		assertThat(disturbed.missed).as("records of missed fire times").isBetween(calm.missed - 1, calm.missed + 1);
		assertThat(disturbed.missed).isLessThanOrEqualTo(disturbed.runs + 1);
	}

	/**
	 * One node, and the time that each of its requests takes.
	 */
	private static final class SlowStore {

		private final JobRules rules;

		private final Duration request;

		private JobState state = JobState.unknown();

		private long version;

		private Instant now = Instant.parse("2026-12-01T05:00:00Z");

		private int runs;

		private int missed;

		SlowStore(Duration period, Duration request, Duration misfireThreshold) {
			TriggerRules triggers = TriggerRules.of(new RateFireTimes(period, Duration.ZERO, null), 0, this.now,
					Duration.ofMinutes(2), Duration.ofDays(30));
			this.rules = new JobRules(triggers, RetryRules.of(1, null, 1, null), misfireThreshold);
			this.request = request;
			write((JobChange) this.rules.step(entry()));
		}

		private JobEntry entry() {
			return new JobEntry(this.version, this.state, this.now);
		}

		private void answer() {
			this.now = this.now.plus(this.request);
		}

		private void write(JobChange change) {
			answer();
			this.state = change.state();
			this.version++;
			List<JobRun> records = change.records();
			this.missed += (int) records.stream().filter((record) -> record.outcome() == Outcome.MISSED).count();
		}

		void pass(Duration duration) {
			Instant end = this.now.plus(duration);
			while (this.now.isBefore(end)) {
				poll();
			}
		}

		private void poll() {
			JobEntry read = entry();
			answer();
			JobStep step = this.rules.step(read);
			if (step instanceof JobChange change) {
				write(change);
			}
			else if (step instanceof JobStep.TryLock) {
				answer();
				run();
			}
		}

		private void run() {
			JobChange claim = this.rules.claim(entry(), "node", 1, null);
			if (claim == null) {
				return;
			}
			write(claim);
			this.runs++;
			JobChange end = this.rules.end(entry(), claim.run(), Outcome.SUCCEEDED, null);
			write(end);
		}

	}

}
