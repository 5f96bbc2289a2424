// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.contract.ForwardingProvider;
import io.distlock.contract.WatchedProvider;
import io.distlock.internal.task.EngineThreads;
import io.distlock.internal.task.Ticker;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What the engine survives: unlucky moments, and providers that break their contract.
 */
@Tag("timing")
class EngineRobustnessTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockRequest REQUEST = LockRequest.of("key").waitTime(PATIENCE);

	private final LocalLockProvider store = new LocalLockProvider();

	private final WatchedProvider provider = new WatchedProvider(this.store);

	private final List<LeaseLockEngine> engines = new ArrayList<>();

	@AfterEach
	void close() {
		LockContext.all().forEach(HeldLock::close);
		this.engines.forEach(LeaseLockEngine::close);
	}

	private LeaseLockEngine engine(LockProvider provider, LeaseSettings settings) {
		LeaseLockEngine engine = new LeaseLockEngine(provider, settings, (event) -> {
		});
		this.engines.add(engine);
		return engine;
	}

	private static LeaseSettings handOff(int maxHandOffs, Duration maxHandOffTime) {
		return LeaseSettings.of("robust", "node")
			.withWaitTime(Duration.ofSeconds(20))
			.withHandOff(maxHandOffs, maxHandOffTime);
	}

	private static <T> CompletableFuture<T> inThread(Supplier<T> task) {
		return CompletableFuture.supplyAsync(task, (run) -> {
			Thread thread = new Thread(() -> {
				run.run();
				LockSupport.parkNanos(PATIENCE.toNanos());
			});
			thread.setDaemon(true);
			thread.start();
		});
	}

	private static void awaitWaiting(LeaseLockEngine engine, int number) {
		Awaitility.await().atMost(PATIENCE).until(() -> engine.waiting() == number);
	}

	@Test
	void renewalThatArrivesAfterTheHandOverDoesNotShortenTheNewLease() throws Exception {
		LeaseLockEngine engine = engine(this.provider, handOff(32, Duration.ofMillis(100)));
		CountDownLatch sent = new CountDownLatch(1);
		CountDownLatch arrives = new CountDownLatch(1);
		this.provider.beforeRenewal(() -> {
			sent.countDown();
			await(arrives);
		});
		HeldLock first = engine.acquire(REQUEST.leaseTime(Duration.ofSeconds(3))).orElseThrow();
		assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Optional<HeldLock>> next = inThread(() -> engine.acquire(REQUEST));
		awaitWaiting(engine, 1);
		assertThat(first.release()).isTrue();
		HeldLock second = next.get(60, TimeUnit.SECONDS).orElseThrow();
		arrives.countDown();
		LeaseLockEngine other = engine(this.store, handOff(0, Duration.ZERO));
		assertThat(other.acquire(REQUEST.waitTime(Duration.ofSeconds(5)))).isEmpty();
		assertThat(second.isHeld()).isTrue();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void leaseThatWasNotToBeRenewedIsRenewedAfterItsHandOver() throws Exception {
		LeaseLockEngine engine = engine(this.provider, handOff(32, Duration.ofSeconds(10)));
		Duration lease = Duration.ofSeconds(4);
		HeldLock first = engine.acquire(REQUEST.leaseTime(lease).autoRenew(false)).orElseThrow();
		CompletableFuture<Optional<HeldLock>> next = inThread(() -> engine.acquire(REQUEST.leaseTime(lease)));
		awaitWaiting(engine, 1);
		LockSupport.parkNanos(first.remainingLease().minusMillis(2400).toNanos());
		first.release();
		HeldLock second = next.get(60, TimeUnit.SECONDS).orElseThrow();
		LockSupport.parkNanos(lease.toNanos() * 2);
		assertThat(second.isHeld()).isTrue();
	}

	@Test
	void errorDuringTheHandOverDoesNotBlockTheQueue() throws Exception {
		LeaseLockEngine engine = engine(this.provider, handOff(1, Duration.ZERO));
		this.provider.beforeYield(() -> {
			throw new NoClassDefFoundError("a class of the client");
		});
		HeldLock first = engine.acquire(REQUEST).orElseThrow();
		CompletableFuture<Optional<HeldLock>> next = inThread(() -> engine.acquire(REQUEST));
		awaitWaiting(engine, 1);
		try {
			first.release();
		}
		catch (NoClassDefFoundError ex) {
			// may be passed on
		}
		assertThat(next.get(60, TimeUnit.SECONDS)).isPresent();
	}

	@Test
	void contenderThatFailsToCloseCostsNoLock() {
		LeaseLockEngine engine = engine(new Disturbed(this.store) {

			@Override
			protected void closed() {
				throw new IllegalStateException("Cannot unsubscribe");
			}

		}, handOff(0, Duration.ZERO));
		try (HeldLock held = engine.acquire(REQUEST).orElseThrow()) {
			assertThat(held.isHeld()).isTrue();
			assertThat(engine.acquireAsync(REQUEST.waitTime(Duration.ofMillis(50)))).failsWithin(PATIENCE);
		}
		assertThat(engine.acquireAsync(REQUEST)).succeedsWithin(PATIENCE).satisfies(HeldLock::close);
		assertThat(engine.acquire(REQUEST.waitTime(Duration.ZERO))).isPresent();
		assertThat(engine.waiting()).isZero();
	}

	@Test
	void contenderIsClosedWithoutTheInterruptFlag() {
		assertThat(engine(this.store, handOff(0, Duration.ZERO)).acquire(REQUEST)).isPresent();
		AtomicBoolean flagged = new AtomicBoolean();
		LeaseLockEngine engine = engine(new Disturbed(this.store) {

			@Override
			protected void closed() {
				flagged.set(Thread.currentThread().isInterrupted());
			}

			@Override
			void asked() {
				Thread.currentThread().interrupt();
			}

		}, handOff(0, Duration.ZERO));
		Optional<HeldLock> refused = engine.acquire(REQUEST.waitTime(Duration.ZERO));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(refused).isEmpty();
		assertThat(flagged).isFalse();
	}

	@Test
	void shutdownWaitsForAnAttemptThatIsUnderWay() throws Exception {
		assertShutdownWaits(this.provider::beforeAttempt);
	}

	@Test
	void shutdownWaitsForAReleaseThatIsUnderWay() throws Exception {
		assertShutdownWaits(this.provider::beforeRelease);
	}

	private void assertShutdownWaits(Consumer<Runnable> beforeRequest) throws Exception {
		LeaseLockEngine engine = engine(this.provider, handOff(0, Duration.ZERO));
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch answers = new CountDownLatch(1);
		beforeRequest.accept(() -> {
			asked.countDown();
			await(answers);
		});
		CompletableFuture<Boolean> released = inThread(
				() -> engine.acquire(REQUEST).map(HeldLock::release).orElse(false));
		assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Void> shutdown = CompletableFuture.runAsync(() -> engine.shutdown(PATIENCE));
		Awaitility.await().during(Duration.ofMillis(100)).until(() -> !shutdown.isDone());
		answers.countDown();
		assertThat(shutdown).succeedsWithin(PATIENCE);
		assertThat(released).succeedsWithin(PATIENCE).isEqualTo(true);
	}

	@Test
	void lossIsToldWhileTheStoreHangs() throws Exception {
		LeaseLockEngine engine = engine(this.provider, handOff(0, Duration.ZERO));
		HeldLock held = engine.acquire(REQUEST.leaseTime(Duration.ofMillis(300)).autoRenew(false)).orElseThrow();
		CountDownLatch told = new CountDownLatch(1);
		held.onLost((loss) -> told.countDown());
		CountDownLatch healed = new CountDownLatch(1);
		this.provider.beforeAttempt(() -> await(healed));
		for (int i = 0; i < 20; i++) {
			engine.acquireAsync(LockRequest.of("other-" + i));
		}
		assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
		healed.countDown();
	}

	@Test
	void callOfSeveralKeysEndsInTheLossOfTheOneThatWasLost() {
		LockTemplate template = new LockTemplate(engine(new Disturbed(this.store) {

			@Override
			public boolean release(LockKey key, LockOwner owner, long lastToken) {
				return super.release(key, owner, lastToken) && !key.name().equals("lost");
			}

		}, handOff(0, Duration.ZERO)));
		LockRequest both = LockRequest.ofAll(List.of("kept", "lost"));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> template.executeWithoutResult(both, (lock) -> assertThat(lock.isHeld()).isTrue()))
			.withMessageContaining("was lost after")
			.satisfies((ex) -> assertThat(ex.getKey()).isEqualTo("lost"));
	}

	@Test
	void errorAtOneOfSeveralKeysDoesNotKeepTheOthers() {
		LeaseLockEngine engine = engine(new Disturbed(this.store) {

			@Override
			public boolean release(LockKey key, LockOwner owner, long lastToken) {
				if (key.name().equals("b")) {
					throw new NoClassDefFoundError("a class of the client");
				}
				return super.release(key, owner, lastToken);
			}

		}, handOff(0, Duration.ZERO));
		HeldLock all = engine.acquire(LockRequest.ofAll(List.of("a", "b", "c"))).orElseThrow();
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(all::release);
		LeaseLockEngine other = engine(this.store, handOff(0, Duration.ZERO));
		assertThat(other.acquire(LockRequest.of("a").waitTime(Duration.ZERO))).isPresent();
		assertThat(engine.heldLeases()).isZero();
	}

	@Test
	void leaseThatEndedBeforeItWasWatchedIsForgotten() {
		Engine engine = parts(this.store);
		KeyQueue queue = new KeyQueues(engine).use(new LockKey("robust", "key"));
		RemoteLease lease = new RemoteLease(queue, Ticker.SYSTEM,
				Lease.of(queue.key, engine.store.newOwner(), Duration.ofMillis(100), 1, 1), 100_000_000L,
				Ticker.SYSTEM.now());
		lease.end();
		engine.watchdog.watch(lease);
		Awaitility.await().atMost(PATIENCE).until(() -> engine.watchdog.watched() == 0);
		engine.tasks.close();
	}

	private static Engine parts(LockProvider provider) {
		LeaseSettings settings = LeaseSettings.of("robust", "node")
			.withWaitTime(PATIENCE)
			.withLeaseTime(PATIENCE)
			.withHandOff(0, Duration.ZERO);
		return new Engine(provider, settings, (event) -> {
		}, Ticker.SYSTEM, new EngineThreads(), Engine.newVersion());
	}

	@Test
	void failureToAskForTheNextOfSeveralKeysReleasesTheOthers() {
		LeaseLockEngine engine = engine(this.store, handOff(0, Duration.ZERO));
		Engine parts = parts(this.store);
		List<ResolvedRequest> requests = List.of(new ResolvedRequest(parts.defaults, "a", REQUEST, Ticker.SYSTEM.now()),
				new ResolvedRequest(parts.defaults, "b", REQUEST, Ticker.SYSTEM.now()));
		CompletableFuture<HeldLock> both = new MultiLock.AsyncAcquisition((request) -> {
			if (request.name().equals("b")) {
				throw new IllegalStateException("No more threads");
			}
			return engine.acquireAsync(LockRequest.of(request.name())).toCompletableFuture();
		}, requests).start();
		assertThat(both).failsWithin(PATIENCE).withThrowableThat().havingRootCause().withMessage("No more threads");
		assertThat(engine.heldLeases()).isZero();
	}

	@Test
	void severalKeysWhoseGrantWasNotHeardOfAreWithdrawnAndAskedForAgain() {
		AtomicInteger asked = new AtomicInteger();
		LeaseLockEngine engine = engine(new Disturbed(this.store) {

			@Override
			public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
				asked.incrementAndGet();
				super.attemptAll(claims, owner);
				throw new LockStoreException("The answer was lost", LockStoreException.Outcome.UNKNOWN, null);
			}

		}, handOff(0, Duration.ZERO));
		LockRequest both = LockRequest.ofAll(List.of("a", "b")).waitTime(PATIENCE);
		try (HeldLock held = engine.acquire(both).orElseThrow()) {
			assertThat(held.fencingTokens()).containsOnlyKeys("a", "b");
		}
		assertThat(engine.acquireAsync(both)).succeedsWithin(PATIENCE).satisfies(HeldLock::close);
		assertThat(asked).hasValue(1);
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> engine.acquire(both.waitTime(Duration.ZERO)));
		Awaitility.await().atMost(PATIENCE).until(() -> this.store.heldLocks(10).isEmpty());
		assertThat(engine.waiting()).isZero();
		assertThat(engine.heldLeases()).isZero();
	}

	@Test
	void lostKeyIsNotEnteredAgainAmongSeveral() {
		LeaseLockEngine engine = engine(this.store, handOff(0, Duration.ZERO));
		HeldLock lost = engine.acquire(LockRequest.of("b").leaseTime(Duration.ofMillis(100)).autoRenew(false))
			.orElseThrow();
		Awaitility.await().atMost(PATIENCE).until(() -> !lost.isHeld() && engine.heldLeases() == 0);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> engine.acquire(LockRequest.ofAll(List.of("a", "b"))));
		lost.close();
	}

	/**
	 * The timer notes the loss at the same moment.
	 */
	@Test
	void keyIsNotEnteredAgainAtTheMomentOfItsLoss() throws Exception {
		LeaseLockEngine engine = engine(this.store, handOff(0, Duration.ZERO));
		List<CompletableFuture<Integer>> owners = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			LockRequest request = LockRequest.of("key " + i).leaseTime(Duration.ofMillis(100)).autoRenew(false);
			owners.add(inThread(() -> loseAndAskAgain(engine, request)));
		}
		for (CompletableFuture<Integer> owner : owners) {
			assertThat(owner.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(12);
		}
	}

	private static int loseAndAskAgain(LeaseLockEngine engine, LockRequest request) {
		for (int round = 0; round < 12; round++) {
			try (HeldLock lost = engine.acquire((round % 2 == 0) ? request : request.shared()).orElseThrow()) {
				LockSupport.parkNanos(lost.remainingLease().minusMillis(2).toNanos());
				while (lost.isHeld()) {
					Thread.onSpinWait();
				}
				assertThatExceptionOfType(LockLostException.class).as("round %d", round)
					.isThrownBy(() -> engine.acquire(request));
			}
		}
		return 12;
	}

	@Test
	void tooManyHandOversInARowAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> handOff(Integer.MAX_VALUE, Duration.ZERO))
			.withMessage("'maxHandOffs' must be from 0 to 10000, but is 2147483647");
	}

	/**
	 * A provider to be disturbed.
	 */
	private static class Disturbed extends ForwardingProvider {

		Disturbed(LockProvider real) {
			super(real);
		}

		void asked() {
		}

		@Override
		protected Attempt attempt(Contender contender, LockOwner owner) {
			asked();
			return super.attempt(contender, owner);
		}

	}

}
