// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;

import io.distlock.internal.scheduling.rules.JobStep.Rest;
import io.distlock.internal.scheduling.rules.JobStep.TryLock;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PollInterval}, with a lease of 30 seconds, housekeeping every 20
 * seconds, and the longest random delays.
 */
class PollIntervalTests {

	private static final Instant NOW = Instant.parse("2026-05-01T00:00:00Z");

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration HOUSEKEEPING = Duration.ofSeconds(20);

	private static final JobRun RUN = run(NOW.minusSeconds(10));

	private final PollInterval interval = new PollInterval(LEASE, HOUSEKEEPING, new LongestDelays());

	private static JobRun run(Instant startedAt) {
		return new JobRun(NOW, 1, "other", 7, startedAt, null, Outcome.RUNNING, null);
	}

	private static @Nullable Instant in(@Nullable Integer millis) {
		return (millis != null) ? NOW.plusMillis(millis) : null;
	}

	private PollResult rest(@Nullable Integer fires, @Nullable Integer check, boolean paused) {
		return this.interval.rest(new Rest(in(fires), in(check), paused), NOW);
	}

	private static PollResult resting(long millis) {
		return new PollResult(Duration.ofMillis(millis), true, false, null);
	}

	private static PollResult within(long millis) {
		return PollResult.in(Duration.ofMillis(millis));
	}

	@Test
	void restingJobIsPolledAtTheNextStep() {
		assertThat(rest(null, null, false)).isEqualTo(resting(20_000));
		assertThat(rest(null, 3000, false)).isEqualTo(resting(3000));
		assertThat(rest(null, 60_000, false)).isEqualTo(resting(20_000));
		assertThat(rest(null, -1, false)).isEqualTo(resting(100));
		assertThat(rest(10_000, 3000, false)).isEqualTo(resting(3000));
	}

	@Test
	void pausedJobIsPolledOften() {
		assertThat(rest(null, null, true)).isEqualTo(resting(5000));
		PollInterval impatient = new PollInterval(LEASE, Duration.ofSeconds(2), new LongestDelays());
		assertThat(impatient.rest(new Rest(null, null, true), NOW)).isEqualTo(resting(2000));
	}

	@Test
	void restingJobIsPolledShortlyAfterItsFireTime() {
		assertThat(rest(10_000, null, false)).isEqualTo(within(10_100));
		assertThat(rest(500, null, false)).isEqualTo(within(550));
		assertThat(rest(20_000, null, false)).isEqualTo(within(20_100));
		assertThat(rest(20_001, null, false)).isEqualTo(resting(20_000));
		assertThat(rest(-1, null, false)).isEqualTo(within(0));
	}

	@Test
	void leaseOfARunIsWaitedForOnce() {
		assertThat(this.interval.leaseOf(RUN, NOW)).isEqualTo(HOUSEKEEPING);
		assertThat(this.interval.leaseOf(run(NOW.minusSeconds(31)), NOW)).isZero();
		running(true, null, Duration.ZERO);
		assertThat(this.interval.leaseOf(RUN, NOW)).isZero();
		rest(null, null, false);
		assertThat(this.interval.leaseOf(RUN, NOW)).isEqualTo(HOUSEKEEPING);
	}

	private PollResult running(boolean urgent, @Nullable Integer fires, Duration leaseLeft) {
		return this.interval.running(new TryLock(urgent, RUN, in(fires)), RUN, leaseLeft, NOW);
	}

	@Test
	void urgentStepWaitsForTheEndOfTheLeaseButNotLong() {
		assertThat(running(true, null, Duration.ofSeconds(2))).isEqualTo(within(2010));
		assertThat(running(true, null, Duration.ofSeconds(20))).isEqualTo(within(5000));
		assertThat(running(true, null, Duration.ZERO)).isEqualTo(within(100));
	}

	@Test
	void stepThatIsNotUrgentWaitsForTheLeaseOrHousekeeping() {
		assertThat(running(false, null, Duration.ofSeconds(2))).isEqualTo(within(20_000));
		PollInterval longer = new PollInterval(LEASE, Duration.ofMinutes(5), new LongestDelays());
		assertThat(longer.running(new TryLock(false, RUN, null), RUN, Duration.ZERO, NOW)).isEqualTo(within(30_000));
	}

	@Test
	void firstPollOfARunAlsoConsidersTheNextFireTime() {
		assertThat(running(true, 1000, HOUSEKEEPING)).isEqualTo(within(1100));
		assertThat(running(true, 1000, HOUSEKEEPING)).isEqualTo(within(5000));
		assertThat(running(false, 1000, HOUSEKEEPING)).isEqualTo(within(1100));
		assertThat(running(false, 20_000, HOUSEKEEPING)).isEqualTo(within(20_100));
		assertThat(running(false, 20_001, HOUSEKEEPING)).isEqualTo(within(20_000));
	}

	@Test
	void busyLockIsTriedSoonIfAStepIsUrgent() {
		assertThat(busy(LEASE, true, null)).isEqualTo(within(500));
		assertThat(busy(Duration.ofSeconds(4), true, 50)).isEqualTo(within(200));
		assertThat(busy(Duration.ofSeconds(1), true, null)).isEqualTo(within(100));
	}

	@Test
	void busyLockIsTriedAtTheNextFireTimeOrAfterTheLease() {
		assertThat(busy(LEASE, false, null)).isEqualTo(within(20_000));
		assertThat(busy(Duration.ofSeconds(4), false, null)).isEqualTo(within(4000));
		assertThat(busy(LEASE, false, 3000)).isEqualTo(within(3000));
		assertThat(busy(LEASE, false, 30_000)).isEqualTo(within(20_000));
		assertThat(busy(LEASE, false, -1)).isEqualTo(within(0));
	}

	private static PollResult busy(Duration lease, boolean urgent, @Nullable Integer fires) {
		return new PollInterval(lease, HOUSEKEEPING, new LongestDelays()).busy(new TryLock(urgent, null, in(fires)),
				NOW);
	}

	@Test
	void pauseDoublesWithEachFailureUpToFiveSeconds() {
		for (int millis : new int[] { 100, 200, 400, 800, 1600, 3200, 5000, 5000 }) {
			assertThat(this.interval.failed()).hasMillis(millis);
		}
		for (int i = 8; i < 100; i++) {
			assertThat(this.interval.failed()).hasMillis(5000);
		}
		assertThat(this.interval.failures()).isEqualTo(100);
		this.interval.succeeded();
		assertThat(this.interval.failures()).isZero();
		assertThat(this.interval.failed()).hasMillis(100);
	}

	private static final class LongestDelays implements JobTime {

		@Override
		public long nanoTime() {
			throw new UnsupportedOperationException();
		}

		@Override
		public void pause(Duration duration) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Future<?> later(Duration delay, Runnable task) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Duration random(Duration longest) {
			return longest;
		}

	}

}
