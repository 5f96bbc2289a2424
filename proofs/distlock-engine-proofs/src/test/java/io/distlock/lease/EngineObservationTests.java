// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.contract.ForwardingProvider;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What an observer is told, and that it can do no harm.
 */
@Timeout(60)
@Tag("timing")
class EngineObservationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockRequest REQUEST = LockRequest.of("key").leaseTime(Duration.ofMillis(600));

	private static final LockRequest ONCE = REQUEST.waitTime(Duration.ZERO);

	private final BreakableProvider provider = new BreakableProvider();

	private final List<String> told = new CopyOnWriteArrayList<>();

	private final LeaseLockEngine engine = engine(() -> new Recorder(this.told));

	private LeaseLockEngine engine(Supplier<LockObserver> observer) {
		LeaseSettings settings = LeaseSettings.of("observed", "node")
			.withWaitTime(PATIENCE)
			.withHandOff(32, Duration.ofSeconds(10));
		return new LeaseLockEngine(this.provider, settings, (event) -> {
		}, observer);
	}

	@AfterEach
	void close() {
		this.engine.close();
		this.provider.close();
	}

	@Test
	void reentryIsNotTold() {
		HeldLock outer = this.engine.acquire(REQUEST).orElseThrow();
		HeldLock inner = this.engine.acquire(REQUEST).orElseThrow();
		inner.release();
		assertThat(this.told).containsExactly("acquiring [key]", "acquired");
		outer.release();
		assertThat(this.told).containsExactly("acquiring [key]", "acquired", "released");
	}

	@Test
	void holdEndsWithTheLastExitInWhateverOrder() {
		HeldLock outer = this.engine.acquire(REQUEST).orElseThrow();
		HeldLock inner = this.engine.acquire(REQUEST).orElseThrow();
		outer.release();
		assertThat(this.told).doesNotContain("released");
		inner.release();
		assertThat(this.told).endsWith("released").doesNotHaveDuplicates();
	}

	@Test
	void severalKeysAreOneRequestAndOneHold() {
		LockRequest both = LockRequest.ofAll(List.of("one", "two"));
		HeldLock held = this.engine.acquire(both).orElseThrow();
		HeldLock again = this.engine.acquire(both).orElseThrow();
		again.close();
		held.close();
		held.close();
		assertThat(this.told).containsExactly("acquiring [one, two]", "acquired", "released");
	}

	@Test
	void requestForKeysOfWhichOneIsHeldIsNoReentry() {
		try (HeldLock one = this.engine.acquire(LockRequest.of("one")).orElseThrow();
				HeldLock both = this.engine.acquire(LockRequest.ofAll(List.of("one", "two"))).orElseThrow()) {
			assertThat(this.told).containsExactly("acquiring [one]", "acquired", "acquiring [one, two]", "acquired");
		}
		assertThat(this.told).endsWith("released", "released");
	}

	@Test
	void everyEndOfARequestIsTold() {
		HeldLock held = elsewhere(REQUEST);
		this.told.clear();
		assertThat(this.engine.acquire(ONCE)).isEmpty();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.engine.acquireInterruptibly(REQUEST));
		this.engine.acquireAsync(REQUEST).toCompletableFuture().cancel(true);
		assertThat(this.told).containsExactly("acquiring [key]", "BUSY null", "acquiring [key]",
				"INTERRUPTED InterruptedException", "acquiring [key]", "CANCELLED CancellationException");
		held.release();
	}

	@Test
	void failureOfTheStoreIsTold() {
		this.provider.broken = true;
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> this.engine.acquire(ONCE));
		assertThat(this.engine.acquireAsync(ONCE)).failsWithin(PATIENCE);
		assertThat(this.told).containsExactly("acquiring [key]", "ERROR LockProviderException", "acquiring [key]",
				"ERROR LockProviderException");
	}

	@Test
	void asynchronousLockIsTold() {
		HeldLock held = this.engine.acquireAsync(REQUEST).toCompletableFuture().join();
		assertThat(this.engine.acquireAsync(ONCE)).failsWithin(PATIENCE);
		held.release();
		assertThat(this.told).containsExactly("acquiring [key]", "acquired", "acquiring [key]",
				"BUSY LockNotAcquiredException", "released");
	}

	@Test
	void lossIsToldOnceAndNeverFollowedByARelease() {
		HeldLock held = this.engine.acquire(REQUEST).orElseThrow();
		this.provider.renewalsFail = true;
		Awaitility.await().atMost(PATIENCE).until(() -> this.told.contains("lost"));
		held.release();
		assertThat(this.told).containsExactly("acquiring [key]", "acquired", "lost");
	}

	@Test
	void lossOfOneKeyIsTheLossOfAll() {
		HeldLock held = this.engine.acquire(LockRequest.ofAll(List.of("one", "two")).leaseTime(Duration.ofMillis(600)))
			.orElseThrow();
		this.provider.renewalsFail = true;
		Awaitility.await().atMost(PATIENCE).until(() -> !held.isHeld() && this.told.contains("lost"));
		held.release();
		assertThat(this.told).containsExactly("acquiring [one, two]", "acquired", "lost");
	}

	@Test
	void handOverIsToldToBoth() {
		HeldLock first = this.engine.acquire(REQUEST).orElseThrow();
		CompletableFuture<Boolean> second = CompletableFuture
			.supplyAsync(() -> this.engine.acquire(REQUEST.waitTime(PATIENCE)).orElseThrow().release(), onAThread());
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.waiting() == 1);
		first.release();
		assertThat(second.join()).isTrue();
		assertThat(this.engine.statistics().handOvers()).isEqualTo(1);
		assertThat(this.told).filteredOn("released"::equals).hasSize(2);
	}

	@Test
	void callbackRunsInTheScopeOfTheHold() {
		new LockTemplate(this.engine).executeWithoutResult(REQUEST, (lock) -> this.told.add("callback"));
		assertThat(this.told).containsExactly("acquiring [key]", "acquired", "entered", "callback", "left", "released");
	}

	@Test
	void nothingOfAnObserverReachesTheLock() {
		try (LeaseLockEngine failing = engine(FailingObserver::new)) {
			assertThat(new LockTemplate(failing).<String, RuntimeException>execute("a", HeldLock::key)).isEqualTo("a");
			assertThat(failing.acquireAsync(LockRequest.of("a")).toCompletableFuture().join().release()).isTrue();
			assertThat(failing.heldLeases()).isZero();
		}
	}

	@Test
	void observerThatIsNotToBeHadIsDoneWithout() {
		try (LeaseLockEngine unobserved = engine(() -> {
			throw new IllegalStateException("No such bean");
		})) {
			assertThat(unobserved.acquire(LockRequest.of("a")).orElseThrow().release()).isTrue();
		}
	}

	@Test
	void engineThatIsStartedAgainCountsOn() {
		HeldLock lost = this.engine.acquire(REQUEST.onLost(OnLost.IGNORE)).orElseThrow();
		this.provider.renewalsFail = true;
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.statistics().losses() == 1);
		lost.close();
		long failed = this.engine.statistics().failedRenewals();
		this.engine.shutdown(Duration.ZERO);
		this.engine.start();
		assertThat(this.engine.statistics().losses()).isEqualTo(1);
		assertThat(this.engine.statistics().failedRenewals()).isGreaterThanOrEqualTo(failed).isPositive();
		this.told.clear();
		this.engine.acquire(LockRequest.of("other")).orElseThrow().release();
		assertThat(this.told).containsExactly("acquiring [other]", "acquired", "released");
	}

	private HeldLock elsewhere(LockRequest request) {
		return CompletableFuture.supplyAsync(() -> this.engine.acquire(request).orElseThrow(), new Holder()).join();
	}

	private static Executor onAThread() {
		return (task) -> new Thread(task, "other").start();
	}

	/**
	 * Runs on a thread that lives on: the lock of a dead one is not renewed.
	 */
	private static final class Holder implements Executor {

		@Override
		public void execute(Runnable task) {
			Thread thread = new Thread(() -> {
				task.run();
				LockSupport.parkNanos(PATIENCE.toNanos());
			}, "holder");
			thread.setDaemon(true);
			thread.start();
		}

	}

	/**
	 * A store that can be made to fail.
	 */
	private static final class BreakableProvider extends ForwardingProvider {

		private volatile boolean broken;

		private volatile boolean renewalsFail;

		private BreakableProvider() {
			super(new LocalLockProvider());
		}

		@Override
		protected <T> T around(Call call, Supplier<T> request) {
			if (this.broken || (this.renewalsFail && call == Call.RENEW)) {
				throw new LockStoreException("Broken on purpose", Outcome.PERMANENT, null);
			}
			return request.get();
		}

	}

	/**
	 * Writes down what it is told.
	 */
	private record Recorder(List<String> told) implements LockObserver {

		@Override
		public Acquisition acquiring(LockRequest request, String provider) {
			assertThat(provider).isEqualTo("local");
			this.told.add("acquiring " + request.keys());
			return new RecordedAcquisition(this.told);
		}

	}

	private record RecordedAcquisition(List<String> told) implements LockObserver.Acquisition {

		@Override
		public LockObserver.Holding acquired(HeldLock lock) {
			this.told.add("acquired");
			return new RecordedHolding(this.told);
		}

		@Override
		public void notAcquired(LockObserver.Reason reason, @Nullable Throwable failure) {
			this.told.add(reason + " " + ((failure != null) ? failure.getClass().getSimpleName() : null));
		}

	}

	private record RecordedHolding(List<String> told) implements LockObserver.Holding {

		@Override
		public void released() {
			this.told.add("released");
		}

		@Override
		public void lost(LockLostException loss) {
			this.told.add("lost");
		}

		@Override
		public LockObserver.Scope enter() {
			this.told.add("entered");
			return () -> this.told.add("left");
		}

	}

	/**
	 * Fails at every step that can be reached.
	 */
	private static final class FailingObserver implements LockObserver, LockObserver.Acquisition, LockObserver.Holding {

		private int requests;

		@Override
		public Acquisition acquiring(LockRequest request, String provider) {
			this.requests++;
			if (this.requests == 3) {
				throw failure();
			}
			return this;
		}

		@Override
		public Holding acquired(HeldLock lock) {
			if (this.requests == 2) {
				throw failure();
			}
			return this;
		}

		@Override
		public void notAcquired(Reason reason, @Nullable Throwable failure) {
			throw failure();
		}

		@Override
		public Executor continuing() {
			return (task) -> {
				throw failure();
			};
		}

		@Override
		public void released() {
			throw failure();
		}

		@Override
		public void lost(LockLostException loss) {
			throw failure();
		}

		@Override
		public Scope enter() {
			throw failure();
		}

		private static IllegalStateException failure() {
			return new IllegalStateException("Observer fails on purpose");
		}

	}

}
