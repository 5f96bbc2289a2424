// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;

import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What reaches the error handler of the task scheduler.
 */
class RetriedAttemptTests {

	private final JumpingNode node = new JumpingNode();

	@AfterEach
	void stop() {
		this.node.close();
	}

	@Test
	void failureReachesTheErrorHandlerIfItIsNotRetried() {
		JobRunner runner = runner();
		this.node.poll(runner);
		for (int attempt = 1; attempt <= 3; attempt++) {
			this.node.time.pause(Duration.ofSeconds(30));
			Throwable failure = this.node.poll(runner).failure();
			assertThat(this.node.ledger.history(this.node.store.key("job"), 10))
				.filteredOn((run) -> run.endedAt() != null)
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
				new RateFireTimes(Duration.ofHours(1), Duration.ofSeconds(10), null), JumpingNode.LEASE,
				Duration.ofHours(1), null, RetryRules.of(3, Duration.ofSeconds(1), 2, null), "", "");
		return this.node.runner(spec, RetriedAttemptTests::fail, (threads) -> {
		});
	}

}
