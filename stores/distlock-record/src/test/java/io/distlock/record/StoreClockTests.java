// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is known of a store's clock.
 */
class StoreClockTests {

	private static final long SECOND = 1_000_000;

	private long monotonic = 500 * SECOND;

	private long wall = 90_000 * SECOND;

	private long store = 1_800_000_000 * SECOND + 300_000;

	private final StoreClock clock = new StoreClock(() -> this.monotonic, () -> this.wall);

	@Test
	void boundsHoldTheTimeAsExactlyAsAnAnswerTellsIt() {
		for (int i = 0; i < 20; i++) {
			answer(Duration.ofMillis(10), (i % 2 == 0) ? Duration.ofSeconds(1) : Duration.ZERO);
			assertHolds();
			assertThat(width()).isBetween(10_000L, (i % 2 == 0) ? SECOND + 20_000 : 20_000);
			pass(Duration.ofMillis(1370));
		}
	}

	@Test
	void clockThatIsSetBackByLessThanItIsPreciseToIsNotMissed() {
		answer(Duration.ofMillis(2), Duration.ofSeconds(1));
		this.store -= SECOND / 2;
		answer(Duration.ofMillis(2), Duration.ofSeconds(1));
		assertHolds();
	}

	@Test
	void answersThatOvertakeEachOtherCountUntilALaterOneComes() {
		answer(Duration.ofMillis(2), Duration.ZERO);
		long sent = this.clock.monotonic();
		for (int i = 0; i < 5; i++) {
			answer(Duration.ofMillis(2), Duration.ZERO);
		}
		pass(Duration.ofSeconds(3));
		this.clock.answered(sent, StoreClock.instant(this.store), Duration.ZERO);
		assertThat(width()).isGreaterThan(3 * SECOND);
		answer(Duration.ofMillis(2), Duration.ZERO);
		answer(Duration.ofMillis(2), Duration.ZERO);
		assertHolds();
		assertThat(width()).isLessThan(3000);
	}

	@Test
	void boundsWidenWhileNoAnswerComes() {
		answer(Duration.ofMillis(2), Duration.ZERO);
		assertThat(width()).isLessThan(3000);
		pass(Duration.ofHours(1));
		this.store += 500_000;
		assertHolds();
		assertThat(this.clock.isFresh()).isFalse();
	}

	@Test
	void clockThatWasSetIsBelievedAtItsNextAnswer() {
		answer(Duration.ofMillis(2), Duration.ZERO);
		pass(Duration.ofSeconds(1));
		this.store -= 3600 * SECOND;
		answer(Duration.ofMillis(2), Duration.ZERO);
		assertHolds();
		assertThat(width()).isLessThan(3000);
	}

	/**
	 * An answer that was read before the clock was set, and arrives after the answer to a
	 * later request.
	 */
	@Test
	void answerThatComesLateDoesNotBringAFormerTimeBack() {
		answer(Duration.ofMillis(2), Duration.ZERO);
		long sent = this.clock.monotonic();
		long told = this.store;
		this.store -= 3600 * SECOND;
		answer(Duration.ofMillis(2), Duration.ZERO);
		this.clock.answered(sent, StoreClock.instant(told), Duration.ZERO);
		assertHolds();
		pass(Duration.ofSeconds(1));
		answer(Duration.ofMillis(2), Duration.ZERO);
		assertHolds();
	}

	@Test
	void numbersOfTheTimeNeverFallInAProcess() {
		answer(Duration.ofMillis(2), Duration.ofSeconds(1));
		pass(Duration.ofMillis(600));
		long before = this.clock.now().highest();
		answer(Duration.ofMillis(2), Duration.ofSeconds(1));
		assertThat(this.clock.now().highest()).isGreaterThanOrEqualTo(before);
		this.store -= 3600 * SECOND;
		answer(Duration.ofMillis(2), Duration.ofSeconds(1));
		assertThat(this.clock.now().highest()).isGreaterThanOrEqualTo(before);
		assertHolds();
	}

	@Test
	void clockIsNotFreshBeforeTheFirstAnswerNorAfterTheMachineWasSuspended() {
		assertThat(this.clock.isFresh()).isFalse();
		answer(Duration.ofMillis(2), Duration.ZERO);
		assertThat(this.clock.isFresh()).isTrue();
		pass(Duration.ofSeconds(9));
		assertThat(this.clock.isFresh()).isTrue();
		this.wall += 3 * SECOND;
		assertThat(this.clock.isFresh()).isFalse();
	}

	@Test
	void clockIsNotFreshTenSecondsAfterAnAnswer() {
		answer(Duration.ofMillis(2), Duration.ZERO);
		pass(Duration.ofSeconds(10).minusNanos(1000));
		assertThat(this.clock.isFresh()).isTrue();
		pass(Duration.ofNanos(1000));
		assertThat(this.clock.isFresh()).isFalse();
	}

	@Test
	void suspensionOfHalfASecondIsNoticed() {
		answer(Duration.ofMillis(2), Duration.ZERO);
		this.wall += SECOND / 2 - 1;
		assertThat(this.clock.isFresh()).isTrue();
		this.wall++;
		assertThat(this.clock.isFresh()).isFalse();
		this.wall -= SECOND;
		assertThat(this.clock.isFresh()).isFalse();
	}

	@Test
	void boundsAreAsExactAsTheAnswerAndTheDrift() {
		answer(Duration.ZERO, Duration.ZERO);
		assertThat(width()).isZero();
		pass(Duration.ofNanos(1000));
		assertThat(width()).isEqualTo(2);
		pass(Duration.ofSeconds(1));
		assertThat(width()).isEqualTo(2 * 201);
	}

	/**
	 * The second request is sent after the first answer, and before the answer to an
	 * earlier request. The order in which the store read its clock is unknown.
	 */
	@Test
	void answersToRequestsThatOverlapCountTogether() {
		long early = this.clock.monotonic();
		answer(Duration.ofMillis(2), Duration.ZERO);
		long late = this.clock.monotonic();
		long told = this.store;
		this.store -= 3600 * SECOND;
		pass(Duration.ofMillis(2));
		this.clock.answered(early, StoreClock.instant(this.store), Duration.ZERO);
		pass(Duration.ofMillis(2));
		this.clock.answered(late, StoreClock.instant(told), Duration.ZERO);
		assertThat(width()).isGreaterThan(3599 * SECOND);
		assertHolds();
		answer(Duration.ofMillis(2), Duration.ZERO);
		assertThat(width()).isLessThan(3000);
		assertHolds();
	}

	@Test
	void monotonicClockCountsMicroseconds() {
		long before = System.nanoTime() / 1000;
		long monotonic = new StoreClock().monotonic();
		assertThat(monotonic).isBetween(before, System.nanoTime() / 1000);
	}

	private void answer(Duration roundTrip, Duration precision) {
		long sent = this.clock.monotonic();
		pass(roundTrip.dividedBy(2));
		long told = precision.isZero() ? this.store : this.store / SECOND * SECOND;
		pass(roundTrip.dividedBy(2));
		this.clock.answered(sent, StoreClock.instant(told), precision);
	}

	private void pass(Duration time) {
		long micros = StoreClock.micros(time);
		this.monotonic += micros;
		this.wall += micros;
		this.store += micros;
	}

	private void assertHolds() {
		StoreClock.Bounds now = this.clock.now();
		assertThat(this.store).isBetween(now.earliest(), now.latest());
		assertThat(now.time()).isBetween(now.earliest(), now.latest());
	}

	private long width() {
		return this.clock.now().latest() - this.clock.now().earliest();
	}

}
