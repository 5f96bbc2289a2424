// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import io.distlock.line.internal.HeldPlaces.Removal;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link HeldPlace}, and for its release by {@link HeldPlaces}.
 */
class HeldPlaceTests {

	private static final LockKey KEY = new LockKey("app", "key");

	private static final LockOwner OWNER = new LockOwner("owner");

	private static final Duration HOUR = Duration.ofHours(1);

	private static final long FIRST_TOKEN = 5 * 4096;

	private final TestPlace place = new TestPlace();

	private final HeldPlace<TestPlace> held = new HeldPlace<>(this.place, OWNER);

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final HeldPlaces<TestPlace> places = new HeldPlaces<>(this.timer, (place) -> {
	});

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	private static LockClaim claim(int tokens) {
		return LockClaim.of(KEY, HOUR, tokens, "node");
	}

	@Test
	void tokensOfLeasesIncrease() {
		Lease first = this.held.lease(claim(3));
		assertThat(first).returns(FIRST_TOKEN, Lease::firstToken).returns(FIRST_TOKEN + 2, Lease::lastToken);
		assertThat(this.held.last()).isSameAs(first);
		assertThat(this.held.leaseAfter(first)).isNull();
		Lease second = this.held.lease(claim(4));
		assertThat(second).returns(FIRST_TOKEN + 3, Lease::firstToken).returns(FIRST_TOKEN + 6, Lease::lastToken);
		assertThat(this.held.leaseAfter(first)).isSameAs(second);
		assertThat(this.held.leaseAfter(second)).isNull();
	}

	@Test
	void unusedTokensAreGrantedAgain() {
		this.held.lease(claim(10));
		this.held.returnTokens(0);
		assertThat(this.held.lease(claim(10)).firstToken()).isEqualTo(FIRST_TOKEN + 10);
		this.held.returnTokens(FIRST_TOKEN + 10);
		assertThat(this.held.lease(claim(1)).firstToken()).isEqualTo(FIRST_TOKEN + 11);
		this.held.returnTokens(FIRST_TOKEN + 100);
		assertThat(this.held.lease(claim(1)).firstToken()).isEqualTo(FIRST_TOKEN + 12);
	}

	@Test
	void tokensEndBeforeThoseOfTheNextTransaction() {
		this.held.lease(claim(4095));
		assertThat(this.held.hasTokens()).isTrue();
		Lease last = this.held.lease(claim(10));
		assertThat(last).returns(FIRST_TOKEN + 4095, Lease::firstToken).returns(FIRST_TOKEN + 4095, Lease::lastToken);
		assertThat(this.held.hasTokens()).isFalse();
		assertThat(HeldPlace.lastToken(5)).isEqualTo(last.lastToken());
	}

	@Test
	void transactionThatLeavesNoRoomForTokensIsRejected() {
		this.place.transaction = (1L << 51) - 1;
		assertThat(this.held.lease(claim(4096)).lastToken()).isEqualTo(Long.MAX_VALUE);
		this.place.transaction++;
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> this.held.lease(claim(1)))
			.withMessageContaining("0x8000000000000");
	}

	@Test
	void leaseIsNoLongerThanTheSessionIsTrusted() {
		assertThat(this.held.lease(claim(1)).duration()).isEqualTo(HOUR);
		this.place.trustLeft = Duration.ofSeconds(1);
		assertThat(this.held.lease(claim(1)).duration()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void extensionNeverShortensTheLease() {
		assertThat(this.held.extend(HOUR)).isTrue();
		assertThat(this.held.extend(Duration.ofSeconds(1))).isTrue();
		assertThat(this.held.endIfDue()).isFalse();
		assertThat(Duration.ofNanos(this.held.leftNanos())).isBetween(Duration.ofMinutes(50), HOUR);
		assertThat(this.held.extend(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
		assertThat(Duration.ofNanos(this.held.leftNanos())).isGreaterThan(Duration.ofDays(10_000));
	}

	@Test
	void endOfALeaseIsFinal() {
		this.held.extend(Duration.ZERO);
		assertThat(this.held.endIfDue()).isTrue();
		assertThat(this.held.leftNanos()).isZero();
		assertThat(this.held.extend(HOUR)).isFalse();
		assertThat(this.held.endIfDue()).isTrue();
		assertThat(this.held.leftNanos()).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "DONE, true", "MISSING, false", "TOO_LATE, false" })
	void lockWasHeldIfTheEntryIsRemoved(Removal answer, boolean released) {
		HeldPlace<TestPlace> held = hold();
		assertThat(this.places.release(KEY, held, (place) -> answer)).isEqualTo(released);
		assertThat(this.places.isReleased(KEY, OWNER)).isEqualTo(released);
		assertThat(this.places.find(OWNER)).isNull();
		assertThat(this.places.isEmpty()).isTrue();
	}

	@Test
	void entryThatIsMissingAfterAnUnansweredRequestWasRemovedByIt() {
		HeldPlace<TestPlace> held = holdAndLoseTheAnswerOfARelease();
		assertThat(this.places.release(KEY, held, (place) -> Removal.MISSING)).isTrue();
		assertThat(this.places.isReleased(KEY, OWNER)).isTrue();
	}

	@Test
	void entryThatIsMissingAfterTheEndOfItsSessionWasNotRemoved() {
		HeldPlace<TestPlace> held = holdAndLoseTheAnswerOfARelease();
		assertThat(this.places.release(KEY, held, (place) -> {
			place.over = true;
			return Removal.MISSING;
		})).isFalse();
		assertThat(this.places.isReleased(KEY, OWNER)).isFalse();
	}

	@Test
	void entryOfAnEndedSessionIsNotRemoved() {
		HeldPlace<TestPlace> held = hold();
		this.place.over = true;
		assertThat(this.places.release(KEY, held, (place) -> Removal.DONE)).isFalse();
		assertThat(this.places.find(OWNER)).isNull();
	}

	@Test
	void extensionIsRefusedAfterTheEndOfTheLease() {
		HeldPlace<TestPlace> held = hold();
		Lease lease = held.last();
		assertThat(lease).isNotNull();
		assertThat(this.places.extend(held, lease)).isTrue();
		HeldPlace<TestPlace> ended = new HeldPlace<>(this.place, OWNER);
		assertThat(ended.endIfDue()).isTrue();
		assertThat(this.places.extend(ended, lease)).isFalse();
	}

	@Test
	void removedEntriesAreForgotten() {
		hold();
		assertThat(this.places.forgetAll((place) -> false)).isEmpty();
		assertThat(this.places.isEmpty()).isFalse();
		assertThat(this.places.forgetAll((place) -> true)).isEqualTo(List.of(OWNER));
		assertThat(this.places.isEmpty()).isTrue();
	}

	private HeldPlace<TestPlace> hold() {
		this.places.hold(this.place, claim(1), OWNER);
		HeldPlace<TestPlace> held = this.places.find(OWNER);
		assertThat(held).isNotNull();
		return held;
	}

	private HeldPlace<TestPlace> holdAndLoseTheAnswerOfARelease() {
		HeldPlace<TestPlace> held = hold();
		assertThatIllegalStateException().isThrownBy(() -> this.places.release(KEY, held, (place) -> {
			throw new IllegalStateException("No answer");
		}));
		assertThat(this.places.find(OWNER)).isSameAs(held);
		return held;
	}

	private static final class TestPlace implements Place {

		private long transaction = 5;

		private Duration trustLeft = Duration.ofDays(1);

		private boolean over;

		@Override
		public String path() {
			return "path";
		}

		@Override
		public long transaction() {
			return this.transaction;
		}

		@Override
		public Duration trustLeft() {
			return this.trustLeft;
		}

		@Override
		public boolean isOver() {
			return this.over;
		}

	}

}
