// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.LockedMethod;
import io.distlock.local.LocalLockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whom an engine that shuts down waits for, and what it says of them.
 */
@ExtendWith(OutputCaptureExtension.class)
class EngineShutdownTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration WITHOUT_END = Duration.ofDays(1);

	private final LocalLockProvider store = new LocalLockProvider();

	private final LeaseLockEngine engine = engine();

	private final LockTemplate template = new LockTemplate(this.engine);

	private final CountDownLatch end = new CountDownLatch(1);

	private LeaseLockEngine engine() {
		return new LeaseLockEngine(this.store,
				LeaseSettings.of("shutdown", "node").withWaitTime(PATIENCE).withHandOff(0, Duration.ZERO), (event) -> {
				});
	}

	@AfterEach
	void close() {
		this.end.countDown();
		LockContext.all().forEach(HeldLock::close);
		this.engine.close();
	}

	private CompletableFuture<Void> shutdown() {
		return CompletableFuture.runAsync(() -> this.engine.shutdown(WITHOUT_END), EngineShutdownTests::start);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "worker");
		thread.setDaemon(true);
		thread.start();
	}

	private void await() {
		while (this.end.getCount() > 0) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
	}

	private void inCallback(LockRequest request) {
		CountDownLatch entered = new CountDownLatch(1);
		start(() -> this.template.executeWithoutResult(request, (lock) -> {
			entered.countDown();
			await();
		}));
		Awaitility.await().atMost(PATIENCE).until(() -> entered.getCount() == 0);
	}

	@Test
	void locksThatTheApplicationKeepsAreHardlyWaitedFor() throws Exception {
		HeldLock acquired = this.template.acquire("acquired");
		HeldLock tried = this.template.tryAcquire("tried").orElseThrow();
		HeldLock group = this.template.acquire(LockRequest.ofAll(Set.of("one", "two")));
		HeldLock entered = this.template.acquire("acquired");
		HeldLock async = this.template.acquireAsync(LockRequest.of("async"))
			.toCompletableFuture()
			.get(60, TimeUnit.SECONDS);
		this.template.asLock("locked").lock();
		this.template.asReadWriteLock("read").readLock().lock();
		assertThat(shutdown()).succeedsWithin(PATIENCE);
		assertThat(List.of(acquired, tried, group, entered, async)).allMatch(HeldLock::release);
		assertThat(this.engine.heldLeases()).isEqualTo(2);
	}

	@Test
	void codeThatRunsUnderALockIsWaitedFor() {
		HeldLock kept = this.template.acquire("kept");
		inCallback(LockRequest.of("callback"));
		CompletableFuture<Void> async = new CompletableFuture<>();
		this.template.executeAsync(LockRequest.of("async"), (lock) -> async);
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.heldLeases() == 3);
		CompletableFuture<Void> shutdown = shutdown();
		Awaitility.await().during(ShutdownWait.KEPT_GRACE.multipliedBy(2)).until(() -> !shutdown.isDone());
		this.end.countDown();
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.heldLeases() == 2);
		assertThat(shutdown).isNotDone();
		async.complete(null);
		assertThat(shutdown).succeedsWithin(PATIENCE);
		assertThat(kept.release()).isTrue();
	}

	@Test
	void keptHandleInACallbackOfTheSameLockDoesNotEndTheWait() {
		CountDownLatch entered = new CountDownLatch(1);
		start(() -> this.template.executeWithoutResult("key", (lock) -> {
			this.template.acquire("key");
			this.template.acquire("key").release();
			entered.countDown();
			await();
		}));
		Awaitility.await().atMost(PATIENCE).until(() -> entered.getCount() == 0);
		CompletableFuture<Void> shutdown = shutdown();
		Awaitility.await().during(ShutdownWait.KEPT_GRACE.multipliedBy(2)).until(() -> !shutdown.isDone());
		this.end.countDown();
		assertThat(shutdown).succeedsWithin(PATIENCE);
	}

	@Test
	void lockWhoseReleaseWaitsIsWaitedFor() {
		HeldLock lock = this.template.acquire("key");
		Runnable release = ((ObservableLock) lock).deferRelease();
		CompletableFuture<Void> shutdown = shutdown();
		Awaitility.await().during(ShutdownWait.KEPT_GRACE.multipliedBy(2)).until(() -> !shutdown.isDone());
		assertThat(release).isNotNull();
		release.run();
		assertThat(shutdown).succeedsWithin(PATIENCE);
	}

	@Test
	void coolDownIsNeitherWaitedForNorNamed(CapturedOutput output) {
		HeldLock coolDown = this.template.acquire(LockRequest.of("cool-down").leaseTime(WITHOUT_END).autoRenew(false));
		assertThat(shutdown()).succeedsWithin(PATIENCE);
		assertThat(output).doesNotContain("still held at shutdown");
		assertThat(coolDown.isHeld()).isTrue();
	}

	@Test
	void threadThatShutsDownIsNotWaitedFor() {
		CompletableFuture<Void> ended = CompletableFuture.runAsync(
				() -> this.template.executeWithoutResult("key", (lock) -> this.engine.shutdown(WITHOUT_END)),
				EngineShutdownTests::start);
		assertThat(ended).succeedsWithin(PATIENCE);
	}

	@Test
	void threadThatHasDiedIsNotWaitedFor() throws Exception {
		Thread thread = new Thread(() -> this.template.acquire(LockRequest.of("key")
			.method(LockedMethod.of(Object.class.getMethods()[0], EngineShutdownTests.class))));
		thread.start();
		thread.join();
		assertThat(shutdown()).succeedsWithin(PATIENCE);
		assertThat(this.engine.heldLeases()).isOne();
	}

	@Test
	void locksAreNamedOnceAndWhenTheWaitBegins(CapturedOutput output) throws Exception {
		inCallback(LockRequest.of("callback\n")
			.method(LockedMethod.of(Object.class.getMethod("toString"), EngineShutdownTests.class)));
		HeldLock kept = this.template.acquire("kept");
		CompletableFuture<Void> shutdown = shutdown();
		Awaitility.await().atMost(PATIENCE).until(() -> output.getAll().contains("still held at shutdown"));
		assertThat(shutdown).isNotDone();
		assertThat(output).contains("2 lock(s) are still held at shutdown")
			.contains("of thread 'worker' in %s.toString()".formatted(EngineShutdownTests.class.getName()))
			.contains("'kept' (of thread '%s'".formatted(Thread.currentThread().getName()))
			.doesNotContain("callback\n");
		this.end.countDown();
		assertThat(shutdown).succeedsWithin(PATIENCE);
		this.engine.close();
		assertThat(output.getAll()).containsOnlyOnce("still held at shutdown");
		assertThat(kept.release()).isTrue();
	}

	@Test
	void locksAreNamedOnceIfTheEngineIsClosedWhileItWaits(CapturedOutput output) {
		inCallback(LockRequest.of("key"));
		CompletableFuture<Void> shutdown = shutdown();
		Awaitility.await().atMost(PATIENCE).until(() -> output.getAll().contains("still held at shutdown"));
		this.engine.close();
		assertThat(shutdown).isNotDone();
		this.end.countDown();
		assertThat(shutdown).succeedsWithin(PATIENCE);
		assertThat(output.getAll()).containsOnlyOnce("still held at shutdown");
	}

}
