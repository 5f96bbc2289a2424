// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.List;

import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.provider.LockKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ForgottenJobsTests {

	private final JumpingNode node = new JumpingNode();

	@AfterEach
	void stop() {
		this.node.close();
	}

	/**
	 * Nodes confirm a job every seven and a half days, so this is on the eighth.
	 */
	@Test
	void jobIsForgottenWhenNoNodeHasConfirmedItForThirtyDays() {
		JobRunner kept = runner("kept");
		JobRunner left = runner("left");
		register(kept);
		register(left);
		for (int day = 1; day < 38; day++) {
			this.node.time.pause(Duration.ofDays(1));
			register(kept);
			if (day <= 8) {
				register(left);
			}
			ForgottenJobs.remove(this.node.store, JumpingNode.SETTINGS);
			assertThat(known()).as("day %d", day).extracting(LockKey::name).containsExactlyInAnyOrder("kept", "left");
		}
		this.node.time.pause(Duration.ofDays(1));
		register(kept);
		ForgottenJobs.remove(this.node.store, JumpingNode.SETTINGS);
		assertThat(known()).extracting(LockKey::name).containsExactly("kept");
		assertThat(this.node.ledger.history(this.node.store.key("left"), 10)).isEmpty();
	}

	private List<LockKey> known() {
		return this.node.ledger.jobs(this.node.store.keyPrefix());
	}

	private void register(JobRunner runner) {
		for (int i = 0; i < 3; i++) {
			this.node.poll(runner);
		}
	}

	private JobRunner runner(String name) {
		JobSpec spec = new JobSpec(name, Object.class.getMethods()[0],
				new RateFireTimes(Duration.ofDays(400), Duration.ofDays(400), null), JumpingNode.LEASE,
				JumpingNode.LEASE, null, RetryRules.of(1, null, 2, null), "", "");
		return this.node.runner(spec, () -> {
		}, (threads) -> {
		});
	}

}
