// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Waiters of one JVM for a lock of which the store says nothing useful, slowly: each of
 * them waits for its time and one command, and not for one command of each that was
 * before it. On virtual time.
 */
@Tag("safety")
class SlowStoreTests {

	private static final Duration WAIT = Duration.ofMillis(2500);

	private static final Duration COMMAND = Duration.ofSeconds(4);

	private static final Duration ROUNDING = Duration.ofMillis(10);

	private final VirtualTime time = new VirtualTime();

	private final SlowStore store = new SlowStore();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.store,
			LeaseSettings.of("slow", "node").withWaitTime(Duration.ZERO).withHandOff(0, Duration.ofMillis(100)),
			(event) -> {
			}, this.time, new VirtualTasks(this.time, new SplittableRandom(1)), 1);

	@Test
	void waitersBehindAnAttemptThatFailsLateAreAnsweredByIt() {
		this.store.fails = true;
		Asked first = ask(Duration.ZERO);
		Asked second = ask(Duration.ofMillis(1));
		Asked third = ask(Duration.ofMillis(2));
		this.time.runUntilQuiet(TimeUnit.MINUTES.toNanos(2));
		assertThat(this.store.attempts).isEqualTo(1);
		for (Asked asked : new Asked[] { first, second, third }) {
			assertThatThrownBy(() -> asked.result().join()).hasCauseInstanceOf(LockProviderException.class);
			assertThat(asked.took()).isLessThan(WAIT.plus(COMMAND).plus(ROUNDING));
		}
	}

	@Test
	void waiterBehindAnAttemptThatWasMadeSinceItJoinedIsAnsweredByIt() {
		this.store.fails = false;
		Asked first = ask(Duration.ZERO);
		Asked second = ask(Duration.ofMillis(1));
		this.store.commands = new Duration[] { Duration.ofMillis(2), COMMAND };
		this.time.runUntilQuiet(TimeUnit.MINUTES.toNanos(2));
		assertThat(this.store.attempts).isEqualTo(2);
		for (Asked asked : new Asked[] { first, second }) {
			assertThatThrownBy(() -> asked.result().join()).hasCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(asked.took()).isLessThan(WAIT.plus(COMMAND).plus(ROUNDING));
		}
	}

	@Test
	void failureBeforeAnAnswerThatComesTooLateIsNamed() {
		this.store.fails = true;
		this.store.grantsFrom = 2;
		this.store.commands = new Duration[] { Duration.ofMillis(2), Duration.ofSeconds(31) };
		Asked asked = ask(Duration.ZERO);
		this.time.runUntilQuiet(TimeUnit.MINUTES.toNanos(2));
		assertThat(this.store.attempts).isEqualTo(2);
		assertThatThrownBy(() -> asked.result().join()).cause()
			.isInstanceOf(LockProviderException.class)
			.hasMessageContaining("The response arrived after the lease had expired")
			.hasMessageContaining("an attempt before failed: It answers too slowly")
			.rootCause()
			.hasMessage("It answers too slowly");
	}

	private Asked ask(Duration after) {
		Asked asked = new Asked(this.time, after);
		this.time.in(after.toNanos(),
				() -> asked.by(this.engine.acquireAsync(LockRequest.of("key").waitTime(WAIT)).toCompletableFuture()));
		return asked;
	}

	/**
	 * A request, and when it ended.
	 */
	private static final class Asked {

		private final VirtualTime time;

		private final long askedAt;

		private long endedAt;

		private @Nullable CompletableFuture<?> future;

		Asked(VirtualTime time, Duration after) {
			this.time = time;
			this.askedAt = time.now() + after.toNanos();
		}

		void by(CompletableFuture<?> asked) {
			this.future = asked;
			asked.whenComplete((lock, failure) -> this.endedAt = this.time.now());
		}

		CompletableFuture<?> result() {
			assertThat(this.future).isNotNull();
			return this.future;
		}

		Duration took() {
			return Duration.ofNanos(this.endedAt - this.askedAt);
		}

	}

	/**
	 * A store whose lock is another's for a while, or that fails to say.
	 */
	private final class SlowStore implements LockProvider, Contender {

		private boolean fails;

		private int grantsFrom = Integer.MAX_VALUE;

		private @Nullable LockClaim claim;

		private Duration[] commands = { COMMAND };

		private int attempts;

		@Override
		public String name() {
			return "slow";
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			this.claim = claim;
			return this;
		}

		@Override
		public Attempt attempt(LockOwner owner) {
			Duration command = this.commands[Math.min(this.attempts, this.commands.length - 1)];
			this.attempts++;
			SlowStoreTests.this.time.sleep(command.toNanos());
			if (this.claim != null && this.attempts >= this.grantsFrom) {
				return new Attempt.Granted(Lease.granted(this.claim, owner, this.attempts));
			}
			if (this.fails) {
				throw new LockStoreException("It answers too slowly", Outcome.TRANSIENT, null);
			}
			return new Attempt.Busy(WAIT.minusMillis(50));
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			throw new IllegalStateException("There is no lease");
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			throw new IllegalStateException("There is no lease");
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			return false;
		}

		@Override
		public void close() {
		}

	}

}
