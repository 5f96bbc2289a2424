// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.provider.Attempt;
import io.distlock.provider.LockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Waiting: how long, woken by what, and what an interrupted or late waiter leaves behind.
 *
 * @since 0.1.0
 */
public abstract class WaitingContract extends LockContract {

	/**
	 * What a busy machine may add to a wait.
	 */
	private static final Duration EPSILON = Duration.ofMinutes(1);

	@Test
	void waiterGetsTheLockWhenTheLeaseOfACrashedHolderEnds() {
		TestNode node = node();
		LockProvider crashed = store().newProvider();
		String key = key("crashed");
		long start = System.nanoTime();
		crashedHolder(crashed, key, Duration.ofSeconds(1));
		HeldLock held = node.template.acquire(request(key));
		Duration waited = Duration.ofNanos(System.nanoTime() - start);
		assertThat(held.isHeld()).isTrue();
		assertThat(waited).as("wait for the lock of a dead node, whose lease was a second")
			.isBetween(Duration.ofMillis(900), Duration.ofSeconds(1).plus(EPSILON));
		crashed.close();
	}

	@Test
	void waiterGetsTheLockThoughNobodyTellsIt() throws Exception {
		TestNode holder = node();
		TestNode waiter = node();
		String key = key("silent");
		holder.template.acquire(request(key));
		Future<HeldLock> waiting = inThread(() -> waiter.template.acquire(request(key)));
		Awaitility.await("a second attempt, after one that was busy")
			.atMost(PATIENCE)
			.until(() -> waiter.provider.attempts.get() >= 2);
		store().delete(TestNode.key(key));
		assertThat(waiting.get(60, TimeUnit.SECONDS).isHeld()).isTrue();
	}

	@Test
	void releaseBetweenTheFailedTryAndTheSubscriptionIsNotMissed() throws Exception {
		TestNode holder = node();
		TestNode waiter = node();
		String key = key("race");
		HeldLock held = holder.template.acquire(request(key));
		waiter.provider.onAttempt((attempt) -> {
			if (attempt instanceof Attempt.Busy && waiter.provider.attempts.get() == 1) {
				held.release();
			}
			return attempt;
		});
		HeldLock next = inThread(() -> waiter.template.acquire(request(key))).get(60, TimeUnit.SECONDS);
		assertRising(List.of(token(held), token(next)));
	}

	@Test
	void localAndRemoteContentionShareOneWait() throws Exception {
		TestNode remote = node();
		TestNode local = node();
		String key = key("one-budget");
		remote.template.acquire(request(key));
		Duration wait = Duration.ofSeconds(2);
		List<Future<Duration>> waits = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			waits.add(inThread(() -> {
				long start = System.nanoTime();
				assertThat(local.template.tryAcquire(LockRequest.of(key).waitTime(wait))).isEmpty();
				return Duration.ofNanos(System.nanoTime() - start);
			}));
		}
		for (Future<Duration> waited : waits) {
			assertThat(waited.get()).isBetween(wait.minusMillis(20), wait.plus(EPSILON));
		}
	}

	@Test
	void oneReleaseServesOneOfTwoWaitersAndTheOtherKeepsItsWait() throws Exception {
		TestNode holder = node();
		String key = key("two-waiters");
		HeldLock held = holder.template.acquire(request(key));
		TestNode one = node();
		TestNode other = node();
		Future<HeldLock> first = inThread(() -> one.template.acquire(request(key)));
		Future<HeldLock> second = inThread(() -> other.template.acquire(request(key)));
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> one.provider.attempts.get() >= 2 && other.provider.attempts.get() >= 2);
		held.release();
		Awaitility.await().atMost(PATIENCE).until(() -> first.isDone() || second.isDone());
		assertThat(first.isDone() && second.isDone()).isFalse();
		boolean firstWon = first.isDone();
		(firstWon ? first : second).get().release();
		HeldLock loser = (firstWon ? second : first).get(60, TimeUnit.SECONDS);
		assertThat(loser.isHeld()).isTrue();
	}

	@Test
	void manyContendedKeysAreAllServedAndNothingIsLeft() throws Exception {
		int keys = 200 * SCALE;
		TestNode holder = node();
		TestNode waiter = node();
		List<HeldLock> held = new ArrayList<>();
		List<CompletableFuture<HeldLock>> waiting = new ArrayList<>();
		for (int i = 0; i < keys; i++) {
			held.add(holder.template.acquire(request(key("contended-" + i))));
		}
		for (int i = 0; i < keys; i++) {
			waiting.add(waiter.template.acquireAsync(request(key("contended-" + i)).waitTime(Duration.ofMinutes(2)))
				.toCompletableFuture());
		}
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> waiter.provider.attempts.get() >= 2 * keys);
		held.forEach(HeldLock::close);
		for (CompletableFuture<HeldLock> next : waiting) {
			next.get(2, TimeUnit.MINUTES).close();
		}
		assertThat(waiter.engine.waiting()).isZero();
		assertThat(waiter.provider.openContenders).hasValue(0);
		assertThat(waiter.engine.heldLeases()).isZero();
	}

	@Test
	void interruptEndsAnInterruptibleWaitAndLeavesNothing() throws Exception {
		TestNode holder = node();
		TestNode node = node();
		String key = key("interruptible");
		HeldLock held = holder.template.acquire(request(key));
		for (int queued = 0; queued < 2; queued++) {
			AtomicReference<Thread> thread = new AtomicReference<>();
			int attempts = node.provider.attempts.get();
			Future<Object> waiting = inThread(() -> {
				thread.set(Thread.currentThread());
				node.template.asLock(key).lockInterruptibly();
				return null;
			});
			Awaitility.await().atMost(PATIENCE).until(() -> node.provider.attempts.get() >= attempts + 2);
			thread.get().interrupt();
			assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
		}
		assertThat(node.engine.waiting()).isZero();
		assertThat(node.provider.openContenders).hasValue(0);
		held.release();
		assertThat(node().template.tryAcquire(request(key))).isPresent();
	}

	@Test
	void releaseOnAnInterruptedThreadReachesTheStoreBeforeAnyoneElseEnters() throws Exception {
		TestNode node = node();
		String key = key("interrupted-release");
		AtomicReference<Future<Optional<HeldLock>>> other = new AtomicReference<>();
		node.provider.beforeRelease(() -> {
			if (other.get() == null) {
				other.set(inThread(() -> node.template.tryAcquire(once(key))));
				awaitDone(other.get());
			}
		});
		HeldLock held = node.template.acquire(request(key));
		Thread.currentThread().interrupt();
		assertThat(held.release()).isTrue();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(other.get().get()).isEmpty();
		assertThat(node().template.tryAcquire(key)).isPresent();
	}

	private static void awaitDone(Future<?> future) {
		try {
			future.get(60, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
