// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.JobStores;
import io.distlock.scheduling.OrphanedJobs.OrphanedJob;
import io.distlock.scheduling.annotated.JobSpec;
import io.distlock.scheduling.rules.RetryRules;
import io.distlock.scheduling.trigger.RateFireTimes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OrphansTests {

	private final JumpingNode node = new JumpingNode();

	private final Orphans orphans = new Orphans(() -> new JobStores() {

		@Override
		public Optional<JobStore> find(String provider) {
			return Optional.of(OrphansTests.this.node.store);
		}

		@Override
		public Set<String> providerNames() {
			return Set.of();
		}

	}, List::of, JumpingNode.SETTINGS);

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
			this.orphans.forget(this.node.store);
			assertThat(this.orphans.list().jobs()).as("day %d", day)
				.extracting(OrphanedJob::name)
				.containsExactlyInAnyOrder("kept", "left");
		}
		this.node.time.pause(Duration.ofDays(1));
		register(kept);
		this.orphans.forget(this.node.store);
		assertThat(this.orphans.list().jobs()).extracting(OrphanedJob::name).containsExactly("kept");
		assertThat(this.node.ledger.history(this.node.store.key("left"), 10)).isEmpty();
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
