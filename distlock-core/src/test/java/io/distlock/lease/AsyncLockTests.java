// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.local.LocalLockProvider;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What users of asynchronous locks do to the threads on which they go on, and what
 * becomes of locks that come too late for them.
 */
@Tag("safety")
@ExtendWith(OutputCaptureExtension.class)
class AsyncLockTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockRequest REQUEST = LockRequest.of("key").waitTime(PATIENCE);

	private final LocalLockProvider store = new LocalLockProvider();

	private final AtomicInteger events = new AtomicInteger();

	private final CountDownLatch over = new CountDownLatch(1);

	private final LeaseLockEngine engine = engine();

	private final LeaseLockEngine other = engine();

	private final LockTemplate template = new LockTemplate(this.engine);

	private LeaseLockEngine engine() {
		LeaseSettings settings = LeaseSettings.of("async", "node")
			.withWaitTime(PATIENCE)
			.withHandOff(100, Duration.ofMillis(100));
		return new LeaseLockEngine(this.store, settings, (event) -> this.events.incrementAndGet());
	}

	@AfterEach
	void close() {
		this.over.countDown();
		this.engine.close();
		this.other.close();
		assertThat(LockContext.all()).isEmpty();
	}

	private void assertFree() {
		Optional<HeldLock> lock = this.other.acquire(REQUEST);
		assertThat(lock).isPresent();
		lock.get().close();
	}

	private void hang() {
		try {
			this.over.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void lockIsDeliveredWhateverBlocksTheCommonPool() {
		for (int i = 0; i <= ForkJoinPool.getCommonPoolParallelism(); i++) {
			ForkJoinPool.commonPool().execute(this::hang);
		}
		assertThat(this.engine.acquireAsync(REQUEST)).succeedsWithin(PATIENCE).satisfies(HeldLock::close);
	}

	@Test
	void whatFollowsALockMayWaitForAnother() {
		CompletableFuture<Long> token = this.engine.acquireAsync(REQUEST).thenApply((outer) -> {
			HeldLock inner = this.engine.acquireAsync(LockRequest.of("inner")).toCompletableFuture().join();
			inner.close();
			outer.close();
			return inner.fencingToken();
		}).toCompletableFuture();
		assertThat(token).succeedsWithin(PATIENCE);
	}

	@Test
	void lockThatCannotBeDeliveredGoesBack() {
		List<CompletableFuture<Void>> blocking = new ArrayList<>();
		List<HeldLock> before = IntStream.range(0, 64)
			.mapToObj((i) -> this.other.acquire(LockRequest.of("blocking-" + i)).orElseThrow())
			.toList();
		for (int i = 0; i < 64; i++) {
			blocking.add(this.engine.acquireAsync(LockRequest.of("blocking-" + i)).thenAccept((lock) -> {
				hang();
				lock.close();
			}).toCompletableFuture());
		}
		before.forEach(HeldLock::close);
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.heldLeases() == 64);
		CompletableFuture<HeldLock> late = this.engine.acquireAsync(REQUEST.waitTime(Duration.ofMillis(100)))
			.toCompletableFuture();
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.heldLeases() == 65);
		assertFree();
		this.over.countDown();
		assertThat(late).failsWithin(PATIENCE)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockNotAcquiredException.class)
			.withMessageContaining("could not be delivered");
		assertThat(CompletableFuture.allOf(blocking.toArray(CompletableFuture[]::new))).succeedsWithin(PATIENCE);
	}

	@Test
	void hundredHangingCallbacksSilenceNoLoss() throws Exception {
		LockRequest brief = LockRequest.of("brief").leaseTime(Duration.ofMillis(100)).autoRenew(false);
		for (int i = 0; i < 100; i++) {
			HeldLock lock = this.engine
				.acquireAsync(LockRequest.of("hangs-" + i).leaseTime(brief.leaseTime()).autoRenew(false))
				.toCompletableFuture()
				.join();
			lock.onLost((loss) -> hang());
		}
		CountDownLatch told = new CountDownLatch(1);
		this.engine.acquireAsync(brief).toCompletableFuture().join().onLost((loss) -> told.countDown());
		assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(this.events).hasValue(101));
	}

	@Test
	void lockThatCannotBeReachedIsGivenBack(CapturedOutput output) {
		HeldLock held = this.other.acquire(REQUEST).orElseThrow();
		CompletableFuture<Object> timedOut = timedOut();
		assertThat(timedOut).failsWithin(PATIENCE);
		held.close();
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.heldLeases() == 1);
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
			System.gc();
			assertThat(this.engine.heldLeases()).isZero();
		});
		assertFree();
		assertThat(output).contains("no longer reachable").contains("acquired asynchronously at");
	}

	@Test
	void keysGrantedTogetherThatCannotBeReachedAreGivenBack(CapturedOutput output) {
		this.engine.acquireAsync(LockRequest.ofAll(List.of("one", "two"))).thenAccept((lock) -> {
		}).toCompletableFuture().join();
		Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			System.gc();
			assertThat(this.engine.heldLeases()).isZero();
		});
		assertThat(output).contains("Lock 'one'", "Lock 'two'").contains("acquired asynchronously at");
	}

	private CompletableFuture<Object> timedOut() {
		return this.engine.acquireAsync(REQUEST)
			.thenCompose((lock) -> CompletableFuture.<Object>completedFuture("done")
				.whenComplete((value, failure) -> lock.close()))
			.toCompletableFuture()
			.orTimeout(50, TimeUnit.MILLISECONDS);
	}

	@Test
	void releasedLockIsForgottenAlthoughItsCallbackKnowsIt() {
		WeakReference<HeldLock> released = releasedLock();
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
			System.gc();
			assertThat(released.get()).isNull();
		});
	}

	private WeakReference<HeldLock> releasedLock() {
		HeldLock lock = this.engine.acquireAsync(REQUEST).toCompletableFuture().join();
		lock.onLost((loss) -> lock.close());
		lock.close();
		return new WeakReference<>(lock);
	}

	@Test
	void workThatTimesOutLeavesNoLock() {
		HeldLock held = this.other.acquire(REQUEST).orElseThrow();
		CompletableFuture<String> work = this.template
			.executeAsync(REQUEST, (lock) -> CompletableFuture.completedFuture("done"))
			.toCompletableFuture()
			.orTimeout(50, TimeUnit.MILLISECONDS);
		assertThat(work).failsWithin(PATIENCE);
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.waiting() == 0);
		held.close();
		assertFree();
		assertThat(this.engine.heldLeases()).isZero();
	}

	@Test
	void lockIsHeldUntilTheWorkIsDoneAndReleasedBeforeItsResult() {
		CompletableFuture<String> working = new CompletableFuture<>();
		AtomicReference<Optional<HeldLock>> bound = new AtomicReference<>(Optional.empty());
		AtomicReference<@Nullable HeldLock> used = new AtomicReference<>();
		CompletableFuture<Boolean> stillHeld = this.template.executeAsync(REQUEST, (lock) -> {
			used.set(lock);
			bound.set(LockContext.current());
			return working;
		}).thenApply((value) -> used.get().isHeld()).toCompletableFuture();
		Awaitility.await().atMost(PATIENCE).until(() -> bound.get().isPresent());
		assertThat(bound.get()).containsSame(used.get());
		assertThat(this.other.acquire(REQUEST.waitTime(Duration.ZERO))).isEmpty();
		working.complete("done");
		assertThat(stillHeld).succeedsWithin(PATIENCE).isEqualTo(false);
		assertFree();
	}

	@Test
	void workThatFailsReleasesTheLockAndKeepsItsFailure() {
		IllegalStateException failure = new IllegalStateException("no stock");
		assertThat(this.template.executeAsync(REQUEST, (lock) -> {
			throw failure;
		})).failsWithin(PATIENCE).withThrowableThat().havingCause().isSameAs(failure);
		assertThat(this.template.executeAsync(REQUEST, (lock) -> CompletableFuture.failedFuture(failure)))
			.failsWithin(PATIENCE)
			.withThrowableThat()
			.havingCause()
			.isSameAs(failure);
		assertThat(this.engine.heldLeases()).isZero();
	}

	@Test
	void workThatReturnsNoStageIsRefused() {
		assertThat(this.template.<Object>executeAsync(REQUEST, (lock) -> noStage())).failsWithin(PATIENCE)
			.withThrowableThat()
			.havingCause()
			.withMessage("'action' must return a stage");
		assertThat(this.engine.heldLeases()).isZero();
	}

	@SuppressWarnings({ "NullAway", "TypeParameterUnusedInFormals" })
	private static <T> CompletableFuture<T> noStage() {
		return null;
	}

	@Test
	void lossDuringTheWorkIsItsFailure() {
		LockRequest brief = REQUEST.leaseTime(Duration.ofMillis(100)).autoRenew(false);
		CompletableFuture<String> working = new CompletableFuture<>();
		CompletableFuture<String> work = this.template.executeAsync(brief, (lock) -> {
			lock.onLost((loss) -> working.complete("done"));
			return working;
		}).toCompletableFuture();
		assertThat(work).failsWithin(PATIENCE).withThrowableThat().havingCause().isInstanceOf(LockLostException.class);
	}

}
