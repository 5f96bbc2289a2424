// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLedgers;
import io.distlock.local.LocalLockProvider;
import io.distlock.scheduling.JobSettings;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.JobStores;
import io.distlock.scheduling.OrphanedJob;
import io.distlock.scheduling.annotated.JobSpec;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.rules.RetryRules;
import io.distlock.scheduling.trigger.RateFireTimes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OrphansTests {

	private static final Duration LEASE = Duration.ofHours(1);

	private static final JobSettings SETTINGS = new JobSettings(true, 0, Duration.ofMinutes(2), Duration.ofDays(30),
			LEASE, LEASE, null, Duration.ofSeconds(30), 100, OnLost.IGNORE);

	private final JumpingTime time = new JumpingTime();

	private final JobLedger ledger = LocalLedgers
		.at(() -> Instant.parse("2026-05-01T00:00:00Z").plusNanos(this.time.nanoTime()));

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			new LeaseSettings("test", "node", Duration.ZERO, LEASE, null, new LeaseSettings.HandOff(32, LEASE)),
			(event) -> {
			});

	private final JobStore store = new JobStore("local", this.ledger, new LockTemplate(this.engine), "test", "node");

	private final Orphans orphans = new Orphans(() -> new JobStores() {

		@Override
		public Optional<JobStore> find(String provider) {
			return Optional.of(OrphansTests.this.store);
		}

		@Override
		public Set<String> providerNames() {
			return Set.of();
		}

	}, List::of, SETTINGS);

	@AfterEach
	void stop() {
		this.engine.shutdown(Duration.ZERO);
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
			this.time.pause(Duration.ofDays(1));
			register(kept);
			if (day <= 8) {
				register(left);
			}
			this.orphans.forget(this.store);
			assertThat(this.orphans.list().jobs()).as("day %d", day)
				.extracting(OrphanedJob::name)
				.containsExactlyInAnyOrder("kept", "left");
		}
		this.time.pause(Duration.ofDays(1));
		register(kept);
		this.orphans.forget(this.store);
		assertThat(this.orphans.list().jobs()).extracting(OrphanedJob::name).containsExactly("kept");
		assertThat(this.ledger.history(this.store.key("left"), 10)).isEmpty();
	}

	private static void register(JobRunner runner) {
		for (int i = 0; i < 3; i++) {
			runner.look(() -> {
			});
		}
	}

	private JobRunner runner(String name) {
		JobSpec spec = new JobSpec(name, Object.class.getMethods()[0],
				new RateFireTimes(Duration.ofDays(400), Duration.ofDays(400), null), LEASE, LEASE, null,
				RetryRules.of(1, null, 2, null), "", "");
		return new JobRunner(spec, this.store, SETTINGS, (event) -> {
		}, () -> true, this.time);
	}

}
