// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often the store is asked for what may be left in it, on virtual time.
 */
class WithdrawalsTests {

	private static final LockKey KEY = new LockKey("app", "key");

	private static final long HOUR = Duration.ofHours(1).toNanos();

	private final VirtualTime time = new VirtualTime();

	private final AtomicInteger asked = new AtomicInteger();

	private boolean fails;

	private final FragileTasks tasks = new FragileTasks(this.time);

	private final Withdrawals withdrawals = new Withdrawals(new ProviderCalls(new SilentProvider()), this.tasks,
			this.time);

	@Test
	void attemptThatTheStoreDoesNotKnowCostsTwoMoreQuestions() {
		for (int i = 0; i < 1000; i++) {
			this.withdrawals.withdraw(KEY, new LockOwner("attempt-" + i), Duration.ofSeconds(30).toNanos());
		}
		assertThat(this.time.runUntilQuiet(HOUR)).isTrue();
		assertThat(this.asked).hasValue(3000);
		assertThat(this.time.now()).as("late enough for a request that was on its way")
			.isGreaterThan(Duration.ofSeconds(10).toNanos());
	}

	@Test
	void storeThatFailsIsAskedUntilTheLeaseMustHaveEnded() {
		this.fails = true;
		this.withdrawals.withdraw(KEY, new LockOwner("attempt"), Duration.ofSeconds(30).toNanos());
		assertThat(this.time.runUntilQuiet(HOUR)).isTrue();
		assertThat(this.time.now()).isBetween(Duration.ofSeconds(40).toNanos(), Duration.ofSeconds(45).toNanos());
		assertThat(this.asked.get()).isBetween(15, 30);
	}

	@Test
	void withdrawalThatGetsNoThreadIsTriedAgain() {
		this.tasks.requests((task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		});
		this.withdrawals.withdraw(KEY, new LockOwner("attempt"), Duration.ofSeconds(30).toNanos());
		this.time.sleep(Duration.ofSeconds(20).toNanos());
		assertThat(this.asked).hasValue(0);
		this.tasks.heal();
		assertThat(this.time.runUntilQuiet(HOUR)).isTrue();
		assertThat(this.asked).hasValue(3);
	}

	@Test
	void withdrawalWithoutAThreadEndsWhenTheLeaseMustHaveEnded() {
		this.tasks.requests((task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		});
		this.withdrawals.withdraw(KEY, new LockOwner("attempt"), Duration.ofSeconds(30).toNanos());
		assertThat(this.time.runUntilQuiet(HOUR)).isTrue();
		assertThat(this.time.now()).isBetween(Duration.ofSeconds(40).toNanos(), Duration.ofSeconds(45).toNanos());
		assertThat(this.asked).hasValue(0);
	}

	@Test
	void leaseOfWhichNothingIsOnItsWayIsReleasedOnce() {
		this.withdrawals.release(KEY, new LockOwner("lease"));
		assertThat(this.time.runUntilQuiet(HOUR)).isTrue();
		assertThat(this.asked).hasValue(1);
	}

	/**
	 * Knows no owner, and may not say so.
	 */
	private final class SilentProvider extends DirectProvider {

		SilentProvider() {
			super(new ModelStore(WithdrawalsTests.this.time, true));
		}

		@Override
		public boolean release(LockKey key, LockOwner owner) {
			WithdrawalsTests.this.asked.incrementAndGet();
			if (WithdrawalsTests.this.fails) {
				throw new LockStoreException("Stalled", Outcome.UNKNOWN, null);
			}
			return false;
		}

	}

}
