// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of asynchronous requests while users block all threads that deliver. On
 * virtual time.
 */
@Tag("safety")
class BlockedDeliveryTests {

	private static final int THREADS = 3;

	private static final Duration ROUNDING = Duration.ofMillis(100);

	private static final LockRequest REQUEST = LockRequest.of("key").waitTime(Duration.ofSeconds(1));

	private static final Duration LATEST = Duration.ofSeconds(2).plus(ROUNDING);

	private final VirtualTime time = new VirtualTime();

	private final FragileTasks tasks = new FragileTasks(this.time);

	private final ModelStore store = new ModelStore(this.time, true);

	private final LeaseLockEngine engine = new LeaseLockEngine(new DirectProvider(this.store),
			LeaseSettings.of("blocked", "node").withWaitTime(Duration.ZERO).withHandOff(0, Duration.ofMillis(100)),
			(event) -> {
			}, this.time, this.tasks, 1);

	@BeforeEach
	void block() {
		for (int i = 0; i < THREADS; i++) {
			this.engine.acquireAsync(LockRequest.of("blocking-" + i))
				.thenAccept((lock) -> this.tasks.hang(TimeUnit.HOURS.toNanos(1)));
		}
		pass(ROUNDING);
		assertThat(this.engine.heldLeases()).isEqualTo(THREADS);
	}

	private CompletableFuture<HeldLock> ask(LockRequest request) {
		return this.engine.acquireAsync(request).toCompletableFuture();
	}

	private void pass(Duration duration) {
		this.time.sleep(duration.toNanos());
	}

	private static void assertRefused(CompletableFuture<HeldLock> request, String message) {
		assertThat(request).isDone();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(request::join)
			.withCauseInstanceOf(LockNotAcquiredException.class)
			.withMessageContaining(message);
	}

	private boolean isHeld(String key) {
		return this.store.isHeld(new LockKey("blocked", key));
	}

	@Test
	void requestWhoseLockCannotBeDeliveredEndsAndItsLockGoesBack() {
		CompletableFuture<HeldLock> undelivered = ask(REQUEST);
		pass(ROUNDING);
		assertThat(isHeld("key")).isTrue();
		pass(LATEST);
		assertThat(isHeld("key")).isFalse();
		assertRefused(undelivered, "could not be delivered");
	}

	@Test
	void requestForABusyKeyEnds() {
		CompletableFuture<HeldLock> busy = ask(LockRequest.of("blocking-0").waitTime(Duration.ofSeconds(1)));
		pass(LATEST);
		assertRefused(busy, "another owner holds it");
	}

	@Test
	void releaseEnds() {
		HeldLock held = this.engine.acquire(REQUEST).orElseThrow();
		CompletableFuture<Boolean> released = this.engine.releaseAsync(held).toCompletableFuture();
		pass(LATEST);
		assertThat(isHeld("key")).isFalse();
		assertThat(released).isCompletedWithValue(true);
	}

	@Test
	void requestThatFailsEnds() {
		this.tasks.requests((task) -> this.time.in(ROUNDING.toNanos(), task));
		CompletableFuture<HeldLock> failing = ask(REQUEST);
		this.engine.shutdown(Duration.ZERO);
		pass(LATEST);
		assertThat(failing).isCompletedExceptionally();
	}

}
