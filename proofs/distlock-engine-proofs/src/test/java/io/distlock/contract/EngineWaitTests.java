// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.local.LocalStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What the engine does while it waits, on any store.
 */
@Tag("timing")
class EngineWaitTests extends LockContract {

	private final LocalStore store = new LocalStore();

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Test
	void waitOfZeroAsksTheStoreExactlyOnce() {
		TestNode holder = node();
		TestNode node = node();
		String key = key("zero");
		holder.template.acquire(request(key));
		assertThat(node.template.tryAcquire(once(key))).isEmpty();
		assertThat(node.provider.calls()).isEqualTo(1);
		assertThat(node.provider.openContenders).hasValue(0);
		assertThat(node.template.tryAcquire(once(key("zero-free")))).isPresent();
		assertThat(node.provider.calls()).isEqualTo(2);
	}

	@Test
	void failureNamesKeyProviderTimesAndWhatToDo() {
		TestNode holder = node();
		TestNode node = node();
		String key = key("message");
		holder.template.acquire(request(key));
		assertThatThrownBy(() -> node.template.acquire(LockRequest.of(key).waitTime(Duration.ofMillis(250))))
			.isInstanceOf(io.distlock.LockNotAcquiredException.class)
			.hasMessageContaining(key)
			.hasMessageContaining(node.provider.name())
			.hasMessageContaining("0.25s")
			.hasMessageContaining("lease 30s")
			.hasMessageContaining("onBusy");
	}

	@Test
	void interruptLeavesAnUninterruptibleWaitWithLockAndFlag() throws Exception {
		TestNode holder = node();
		TestNode node = node();
		String key = key("uninterruptible");
		HeldLock held = holder.template.acquire(request(key));
		AtomicReference<Thread> thread = new AtomicReference<>();
		Future<Boolean> waiting = inThread(() -> {
			thread.set(Thread.currentThread());
			HeldLock lock = node.template.acquire(request(key));
			return lock.isHeld() && Thread.interrupted();
		});
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.attempts.get() >= 2);
		thread.get().interrupt();
		held.release();
		assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void interruptThatMeetsTheGrantUndoesIt() {
		TestNode node = node();
		String key = key("interrupted-grant");
		node.provider.onAttempt((attempt) -> {
			Thread.currentThread().interrupt();
			return attempt;
		});
		assertThatThrownBy(() -> node.template.asLock(key).tryLock(5, TimeUnit.SECONDS))
			.isInstanceOf(InterruptedException.class);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(node().template.tryAcquire(key)).isPresent();
		assertThat(node.engine.heldLeases()).isZero();
	}

	@Test
	void cancelledAsynchronousWaitLeavesNothing() throws Exception {
		TestNode holder = node();
		TestNode node = node();
		String key = key("cancelled");
		HeldLock held = holder.template.acquire(request(key));
		CompletableFuture<HeldLock> leading = node.template.acquireAsync(request(key)).toCompletableFuture();
		CompletableFuture<HeldLock> queued = node.template.acquireAsync(request(key)).toCompletableFuture();
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.attempts.get() >= 2);
		queued.cancel(false);
		leading.cancel(false);
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> node.engine.waiting() == 0 && node.provider.openContenders.get() == 0);
		held.release();
		assertThat(node().template.tryAcquire(request(key))).isPresent();
	}

	@Test
	void asynchronousWaitThatEndsAtTheGrantGivesItBack() throws Exception {
		TestNode node = node();
		String key = key("cancelled-grant");
		CountDownLatch granted = new CountDownLatch(1);
		CountDownLatch cancelled = new CountDownLatch(1);
		node.provider.onAttempt((attempt) -> {
			granted.countDown();
			WatchdogContract.awaitQuietly(cancelled);
			return attempt;
		});
		CompletableFuture<HeldLock> waiting = node.template.acquireAsync(request(key)).toCompletableFuture();
		granted.await();
		waiting.cancel(false);
		cancelled.countDown();
		assertThat(node().template.tryAcquire(request(key))).isPresent();
	}

	@Test
	void asynchronousWaitTimesOutWithoutAThread() {
		TestNode holder = node();
		TestNode node = node();
		String key = key("async-timeout");
		holder.template.acquire(request(key));
		CompletableFuture<HeldLock> waiting = node.template
			.acquireAsync(LockRequest.of(key).waitTime(Duration.ofMillis(700)))
			.toCompletableFuture();
		assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
			.hasCauseInstanceOf(io.distlock.LockNotAcquiredException.class);
		assertThat(node.provider.openContenders).hasValue(0);
	}

}
