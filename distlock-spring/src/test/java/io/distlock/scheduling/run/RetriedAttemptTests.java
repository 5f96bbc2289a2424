// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.time.Instant;

import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLedgers;
import io.distlock.local.LocalLockProvider;
import io.distlock.scheduling.JobSettings;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.annotated.JobSpec;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.rules.RetryRules;
import io.distlock.scheduling.trigger.RateFireTimes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What reaches the error handler of the task scheduler.
 */
class RetriedAttemptTests {

	private static final Duration LEASE = Duration.ofHours(1);

	private final JumpingTime time = new JumpingTime();

	private final JobLedger ledger = LocalLedgers
		.at(() -> Instant.parse("2026-05-01T00:00:00Z").plusNanos(this.time.nanoTime()));

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			new LeaseSettings("test", "node", Duration.ZERO, LEASE, null, new LeaseSettings.HandOff(32, LEASE)),
			(event) -> {
			});

	private final JobStore store = new JobStore("local", this.ledger, new LockTemplate(this.engine), "test", "node");

	@AfterEach
	void stop() {
		this.engine.shutdown(Duration.ZERO);
	}

	@Test
	void failureReachesTheErrorHandlerIfItIsNotRetried() {
		JobRunner runner = runner();
		runner.look(RetriedAttemptTests::fail);
		for (int attempt = 1; attempt <= 3; attempt++) {
			this.time.pause(Duration.ofSeconds(30));
			Throwable failure = runner.look(RetriedAttemptTests::fail).failure();
			assertThat(this.ledger.history(this.store.key("job"), 10)).filteredOn((run) -> run.endedAt() != null)
				.hasSize(attempt)
				.first()
				.returns(attempt, JobRun::attempt)
				.returns(JobRun.Outcome.FAILED, JobRun::outcome);
			if (attempt < 3) {
				assertThat(failure).as("attempt %d".formatted(attempt)).isNull();
			}
			else {
				assertThat(failure).hasMessage("Out of paper");
			}
		}
	}

	private static void fail() {
		throw new IllegalStateException("Out of paper");
	}

	private JobRunner runner() {
		JobSpec spec = new JobSpec("job", Object.class.getMethods()[0],
				new RateFireTimes(Duration.ofHours(1), Duration.ofSeconds(10), null), LEASE, Duration.ofHours(1), null,
				RetryRules.of(3, Duration.ofSeconds(1), 2, null), "", "");
		JobSettings settings = new JobSettings(true, 0, Duration.ofMinutes(2), Duration.ofDays(30), LEASE,
				Duration.ofHours(1), null, Duration.ofSeconds(30), 100, OnLost.IGNORE);
		return new JobRunner(spec, this.store, settings, (event) -> {
		}, () -> true, this.time);
	}

}
