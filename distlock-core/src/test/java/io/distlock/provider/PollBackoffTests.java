// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link PollBackoff}.
 */
class PollBackoffTests {

	private static final Duration CAP = Duration.ofSeconds(1);

	private final PollBackoff backoff = new PollBackoff(Duration.ofMillis(8), CAP);

	@Test
	void firstWaitsAreShortAndNoneIsLongerThanTheCap() {
		assertThat(this.backoff.next()).isBetween(Duration.ofMillis(1), Duration.ofMillis(8));
		assertThat(this.backoff.next()).isBetween(Duration.ofMillis(1), Duration.ofMillis(13));
		Duration longest = Duration.ZERO;
		for (int i = 0; i < 1000; i++) {
			Duration next = this.backoff.next();
			longest = (next.compareTo(longest) > 0) ? next : longest;
			assertThat(next).isBetween(Duration.ofMillis(1), CAP);
		}
		assertThat(longest).isGreaterThan(Duration.ofMillis(900));
	}

	@Test
	void growsFromOneNanosecondUpToTheCap() {
		PollBackoff smallest = new PollBackoff(Duration.ofNanos(1), Duration.ofNanos(9));
		for (long nanos : new long[] { 1, 2, 4, 7, 9, 9 }) {
			assertThat(smallest.next()).isEqualTo(Duration.ofNanos(nanos));
		}
	}

	@Test
	void neverWaitsLongPastTheEndOfTheLease() {
		for (int i = 0; i < 100; i++) {
			assertThat(this.backoff.next(Duration.ofMillis(50))).isLessThan(Duration.ofMillis(71));
			assertThat(this.backoff.untilWoken(Duration.ofMillis(50))).isBetween(Duration.ofMillis(51),
					Duration.ofMillis(71));
		}
	}

	@Test
	void endedLeaseIsAskedForAtOnce() {
		assertThat(this.backoff.next(Duration.ZERO)).isZero();
		assertThat(this.backoff.next(Duration.ofSeconds(-3))).isZero();
		assertThat(this.backoff.untilWoken(Duration.ofNanos(-1))).isZero();
	}

	@Test
	void waitsForWakeUpUpToTheCap() {
		assertThat(this.backoff.untilWoken(Duration.ofHours(1))).isEqualTo(CAP);
	}

	@Test
	void startsAnewWhenTheLockHasChangedHands() {
		for (int i = 0; i < 100; i++) {
			this.backoff.heldUnder(7);
			this.backoff.next();
		}
		this.backoff.heldUnder(8);
		assertThat(this.backoff.next()).isBetween(Duration.ofMillis(1), Duration.ofMillis(8));
	}

}
