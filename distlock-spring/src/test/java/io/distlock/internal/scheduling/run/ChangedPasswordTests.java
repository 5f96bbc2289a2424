// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;

import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs that end while the store rejects all requests of its node, on a clock that jumps
 * over each pause.
 */
class ChangedPasswordTests {

	private static final Duration PERIOD = Duration.ofMinutes(10);

	private final JumpingNode node = new JumpingNode();

	@AfterEach
	void stop() {
		this.node.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 50 })
	void endIsRecordedAsSoonAsTheStoreAcceptsRequestsAgain(int rejected) {
		JobSpec spec = new JobSpec("job", Object.class.getMethods()[0], new RateFireTimes(PERIOD, Duration.ZERO, null),
				JumpingNode.LEASE, Duration.ofHours(1), Duration.ofMinutes(2), RetryRules.of(1, null, 2, null), "", "");
		JobRunner runner = this.node.runner(spec, () -> this.node.rejected.set(rejected), (threads) -> {
		});
		this.node.poll(runner);
		this.node.time.pause(PERIOD);
		this.node.poll(runner);
		this.node.poll(runner);
		assertThat(this.node.ledger.history(this.node.store.key("job"), 10)).extracting(JobRun::outcome)
			.startsWith(Outcome.SUCCEEDED);
	}

}
