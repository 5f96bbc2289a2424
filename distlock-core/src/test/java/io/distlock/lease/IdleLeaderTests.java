// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import io.distlock.provider.YieldResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of a key whose leader can take no more steps: its request ends, or another
 * one takes the lead. On virtual time.
 */
@Tag("safety")
class IdleLeaderTests {

	private static final LockKey KEY = new LockKey("idle", "key");

	private static final Duration WAIT = Duration.ofSeconds(1);

	private static final Duration GRACE = Duration.ofSeconds(1);

	private static final Duration ROUNDING = Duration.ofMillis(100);

	private static final LockRequest PATIENT = LockRequest.of("key").waitTime(Duration.ofHours(1));

	private static final LockRequest HASTY = PATIENT.waitTime(WAIT);

	private static final Consumer<Runnable> DYING = (task) -> {
	};

	private final VirtualTime time = new VirtualTime();

	private final FragileTasks tasks = new FragileTasks(this.time);

	private final ModelStore store = new ModelStore(this.time, true);

	private final DirectProvider provider = new DirectProvider(this.store);

	private LeaseLockEngine engine = engine(0);

	private boolean stackIsFull;

	private LeaseLockEngine engine(int handOvers) {
		LeaseSettings settings = LeaseSettings.of("idle", "node")
			.withWaitTime(Duration.ZERO)
			.withHandOff(handOvers, Duration.ofMillis(100));
		return new LeaseLockEngine(this.provider, settings, (event) -> {
		}, this::now, this.tasks, 1);
	}

	private long now() {
		if (this.stackIsFull) {
			throw new StackOverflowError();
		}
		return this.time.now();
	}

	private static Consumer<Runnable> noThread() {
		return (task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		};
	}

	private CompletableFuture<HeldLock> ask(LockRequest request) {
		return this.engine.acquireAsync(request).toCompletableFuture();
	}

	private void pass(Duration duration) {
		this.time.sleep(duration.toNanos());
	}

	private HeldLock granted(CompletableFuture<HeldLock> asked) {
		assertThat(asked).isCompleted();
		return asked.join();
	}

	/**
	 * The key is free, and no request is left.
	 */
	private void assertQuiet() {
		CompletableFuture<HeldLock> next = ask(HASTY);
		pass(ROUNDING);
		granted(next).close();
		assertThat(this.time.runUntilQuiet(TimeUnit.HOURS.toNanos(2))).isTrue();
		assertThat(this.engine.waiting()).isZero();
		assertThat(this.engine.heldLeases()).isZero();
		assertThat(this.store.isHeld(KEY)).isFalse();
	}

	@Test
	void requestForWhichThereIsNoThreadEnds() {
		this.tasks.requests(noThread());
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> ask(PATIENT));
		this.tasks.heal();
		assertQuiet();
	}

	@Test
	void requestThatIsRejectedEnds() {
		this.tasks.requests((task) -> {
			throw new RejectedExecutionException("full");
		});
		CompletableFuture<HeldLock> rejected = ask(PATIENT);
		pass(ROUNDING);
		assertThat(rejected).isDone();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(rejected::join)
			.withCauseInstanceOf(LockProviderException.class);
		this.tasks.heal();
		assertQuiet();
	}

	@Test
	void requestThatIsWokenAndFindsNoThreadEndsAndTheReleaseDoesNotFail() {
		assertWokenWithoutThreadEnds();
	}

	@Test
	void lockThatWasHandedToARequestWithoutThreadGoesBack() {
		this.engine = engine(100);
		assertWokenWithoutThreadEnds();
	}

	private void assertWokenWithoutThreadEnds() {
		HeldLock held = grantedAtOnce();
		CompletableFuture<HeldLock> woken = ask(PATIENT);
		pass(ROUNDING);
		this.tasks.requests(noThread());
		assertThatCode(held::close).doesNotThrowAnyException();
		this.tasks.heal();
		pass(ROUNDING);
		assertThat(woken).isDone();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(woken::join)
			.withCauseInstanceOf(OutOfMemoryError.class);
		assertQuiet();
	}

	@Test
	void errorOfTheStoreEndsTheRequestAndNoOther() {
		this.provider.beforeAttempt(() -> {
			throw new NoClassDefFoundError("a class of the client");
		});
		CompletableFuture<HeldLock> first = ask(PATIENT);
		CompletableFuture<HeldLock> second = ask(PATIENT);
		pass(ROUNDING);
		assertThat(first).isDone();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(first::join)
			.withCauseInstanceOf(NoClassDefFoundError.class);
		granted(second).close();
		assertQuiet();
	}

	@Test
	void leaderWhoseThreadDiesIsDeposedByOneWhoseWaitIsOver() {
		this.tasks.requests(DYING);
		ask(PATIENT);
		this.tasks.heal();
		CompletableFuture<HeldLock> next = ask(HASTY);
		pass(WAIT.plus(ROUNDING));
		assertThat(next).isNotDone();
		pass(GRACE.plus(ROUNDING));
		granted(next).close();
		assertQuiet();
	}

	@Test
	void theKeyOfADeadLeaderGoesToThoseWhoWaitBehindTheOneWhoDeposedIt() {
		this.tasks.requests(DYING);
		ask(PATIENT);
		this.tasks.heal();
		CompletableFuture<HeldLock> patient = ask(PATIENT);
		CompletableFuture<HeldLock> hasty = ask(HASTY);
		pass(WAIT.plus(GRACE).plus(ROUNDING));
		granted(hasty).close();
		pass(ROUNDING);
		granted(patient).close();
		assertQuiet();
	}

	@Test
	void leaderThatBeginsLateStandsInLineAgain() {
		this.tasks.requests((task) -> this.time.in(TimeUnit.SECONDS.toNanos(5), task));
		CompletableFuture<HeldLock> late = ask(PATIENT);
		this.tasks.heal();
		CompletableFuture<HeldLock> next = ask(HASTY);
		pass(WAIT.plus(GRACE).plus(ROUNDING));
		HeldLock held = granted(next);
		pass(Duration.ofSeconds(5));
		assertThat(late).isNotDone();
		assertThat(this.engine.waiting()).isOne();
		held.close();
		pass(ROUNDING);
		granted(late).close();
		assertQuiet();
	}

	@Test
	void leaderThatWaitsForItsTurnIsNotDeposed() {
		this.engine = engine(100);
		this.provider.backOff(Duration.ofSeconds(10));
		HeldLock held = grantedAtOnce();
		CompletableFuture<HeldLock> leader = ask(PATIENT);
		CompletableFuture<HeldLock> hasty = ask(HASTY);
		pass(ROUNDING);
		held.close();
		pass(Duration.ofSeconds(9));
		assertThat(this.provider.attempts()).isOne();
		pass(WAIT.plus(ROUNDING));
		HeldLock turn = granted(leader);
		pass(ROUNDING);
		assertThat(hasty).isCompletedExceptionally();
		turn.close();
		assertQuiet();
	}

	private HeldLock grantedAtOnce() {
		CompletableFuture<HeldLock> asked = ask(PATIENT);
		pass(ROUNDING);
		return granted(asked);
	}

	@Test
	void handOverThatNamesNoLeaseLeavesTheKeyToTheNext() {
		this.engine = engine(100);
		this.provider.handsOver(IdleLeaderTests::renewedWithoutLease);
		HeldLock held = grantedAtOnce();
		CompletableFuture<HeldLock> next = ask(PATIENT);
		pass(ROUNDING);
		assertThatCode(held::close).doesNotThrowAnyException();
		pass(Duration.ofSeconds(20));
		granted(next).close();
		assertQuiet();
	}

	@SuppressWarnings("NullAway")
	private static YieldResult renewedWithoutLease() {
		return new YieldResult.Renewed(null);
	}

	@Test
	void leaderThatHasNoStackLeftToGiveUpIsDeposed() {
		CompletableFuture<HeldLock> next = new CompletableFuture<>();
		this.provider.beforeAttempt(() -> {
			ask(HASTY).thenAccept(next::complete);
			pass(ROUNDING);
			this.stackIsFull = true;
			throw new StackOverflowError();
		});
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> this.engine.acquire(PATIENT));
		this.stackIsFull = false;
		pass(WAIT.plus(GRACE).plus(ROUNDING));
		granted(next).close();
		assertQuiet();
	}

}
