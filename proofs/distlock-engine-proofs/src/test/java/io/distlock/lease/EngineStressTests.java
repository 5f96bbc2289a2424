// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random work of many threads on several engines that share a store behind a bad network.
 * What was held by the engines' own account is checked afterwards. Repeat a run with
 * {@code -Ddistlock.test.seed}; the threads still interleave as they like.
 */
@Tag("safety")
class EngineStressTests {

	private static final Duration RUN = Duration.ofSeconds(6);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final long seed = Long.getLong("distlock.test.seed", System.nanoTime());

	private final LockProvider store = store();

	private final List<FaultyProvider> providers = new ArrayList<>();

	private final List<LeaseLockEngine> engines = new ArrayList<>();

	private final Queue<Tenure> tenures = new ConcurrentLinkedQueue<>();

	private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();

	private final long end = System.nanoTime() + RUN.toNanos();

	/**
	 * Return a new store.
	 */
	LockProvider store() {
		return new LocalLockProvider();
	}

	int engines() {
		return 3;
	}

	int threads() {
		return 4;
	}

	List<String> keys() {
		return List.of("a", "b", "c");
	}

	LeaseSettings handOff(int engine, LeaseSettings settings) {
		return switch (engine) {
			case 0 -> settings.withHandOff(32, Duration.ofMillis(100));
			case 1 -> settings.withHandOff(2, Duration.ofSeconds(10));
			default -> settings.withHandOff(0, Duration.ZERO);
		};
	}

	LockRequest vary(LockRequest request, Random random) {
		return switch (random.nextInt(4)) {
			case 0 -> request.leaseTime(Duration.ofMillis(100L + random.nextInt(100))).autoRenew(false);
			case 1 -> request.leaseTime(Duration.ofMillis(300));
			case 2 -> request.leaseTime(Duration.ofMillis(600)).maxHoldTime(Duration.ofMillis(50));
			default -> request;
		};
	}

	/**
	 * Check that the work was of the kind that the test is for.
	 */
	void checkCalls(List<FaultyProvider> providers) {
	}

	@Test
	void randomWorkNeverOverlapsAndLeavesNothingBehind() throws Exception {
		System.out.printf("Random seed, to repeat with -Ddistlock.test.seed: %d%n", this.seed);
		Random seeds = new Random(this.seed);
		List<Thread> threads = startAll(seeds);
		interruptAtRandom(threads, new Random(seeds.nextLong()));
		for (Thread thread : threads) {
			thread.join(PATIENCE.toMillis());
			assertThat(thread.isAlive()).as("%s is stuck, seed %d", thread, this.seed).isFalse();
		}
		assertThat(this.unexpected).as("seed %d", this.seed).isEmpty();
		this.providers.forEach(FaultyProvider::heal);
		awaitQuiet();
		this.engines.forEach(LeaseLockEngine::close);
		assertThat(this.tenures).as("seed %d", this.seed).isNotEmpty();
		byKey().values().forEach(this::check);
		checkCalls(this.providers);
	}

	private List<Thread> startAll(Random seeds) {
		List<Thread> threads = new ArrayList<>();
		for (int e = 0; e < engines(); e++) {
			FaultyProvider provider = new FaultyProvider(this.store, new Random(seeds.nextLong()));
			LeaseSettings settings = handOff(e,
					LeaseSettings.of("stress", "node-" + e)
						.withWaitTime(Duration.ofSeconds(2))
						.withLeaseTime(Duration.ofMinutes(10)));
			LeaseLockEngine engine = new LeaseLockEngine(provider, settings, (event) -> {
			});
			this.providers.add(provider);
			this.engines.add(engine);
			for (int t = 0; t < threads(); t++) {
				Worker worker = new Worker(engine, new Random(seeds.nextLong()));
				threads.add(new Thread(worker, "stress-%d-%d".formatted(e, t)));
			}
		}
		threads.forEach(Thread::start);
		return threads;
	}

	private void interruptAtRandom(List<Thread> threads, Random random) {
		while (System.nanoTime() - this.end < 0) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(20)));
			threads.get(random.nextInt(threads.size())).interrupt();
		}
	}

	private void awaitQuiet() {
		Awaitility.await("quiet, seed " + this.seed).atMost(PATIENCE).untilAsserted(() -> {
			assertThat(((LockCatalog) this.store).heldLocks(100)).isEmpty();
			for (int e = 0; e < engines(); e++) {
				assertThat(this.engines.get(e).waiting()).isZero();
				assertThat(this.engines.get(e).heldLeases()).isZero();
				assertThat(this.providers.get(e).openContenders).hasValue(0);
			}
		});
	}

	private Map<String, List<Tenure>> byKey() {
		Map<String, List<Tenure>> byKey = new HashMap<>();
		this.tenures.forEach((tenure) -> byKey.computeIfAbsent(tenure.key(), (key) -> new ArrayList<>()).add(tenure));
		return byKey;
	}

	/**
	 * A tenure was valid from its first look to its last, so no other may begin between
	 * them, and the one that begins later has the greater token.
	 */
	private void check(Collection<Tenure> tenures) {
		List<Tenure> inOrder = tenures.stream().sorted(Comparator.comparingLong(Tenure::from)).toList();
		for (int i = 1; i < inOrder.size(); i++) {
			Tenure before = inOrder.get(i - 1);
			Tenure after = inOrder.get(i);
			assertThat(after.from()).as("%s overlaps %s, seed %d", after, before, this.seed)
				.isGreaterThan(before.until());
			assertThat(after.token()).as("%s comes after %s, seed %d", after, before, this.seed)
				.isGreaterThan(before.token());
		}
	}

	/**
	 * A time in which a hold was surely valid.
	 *
	 * @param key the key
	 * @param token the token
	 * @param from before the first look that found it held
	 * @param until before the last look that found it held
	 * @param who the thread and what it did
	 */
	private record Tenure(String key, long token, long from, long until, String who) {

	}

	private final class Worker implements Runnable {

		private final LeaseLockEngine engine;

		private final Random random;

		Worker(LeaseLockEngine engine, Random random) {
			this.engine = engine;
			this.random = random;
		}

		@Override
		public void run() {
			while (System.nanoTime() - EngineStressTests.this.end < 0) {
				try {
					act();
				}
				catch (LockException | InterruptedException ex) {
					// busy, lost, or the network: all of them expected here
				}
				catch (Throwable ex) {
					EngineStressTests.this.unexpected.add(ex);
				}
				if (!LockContext.all().isEmpty()) {
					EngineStressTests.this.unexpected.add(new AssertionError("Still bound: " + LockContext.all()));
				}
				Thread.interrupted();
			}
		}

		private void act() throws Exception {
			LockRequest request = request();
			switch (this.random.nextInt(8)) {
				case 0 -> use(this.engine.acquire(request.waitTime(Duration.ZERO)), "try");
				case 1 -> use(this.engine.acquireInterruptibly(request), "interruptible");
				case 2 -> reenter(request);
				case 3 -> useAll(this.engine.acquire(together(request)));
				case 4 -> cancelled(request);
				case 5 -> async(request);
				default -> patient(request);
			}
		}

		private LockRequest request() {
			return vary(LockRequest.of(keys().get(this.random.nextInt(keys().size()))), this.random)
				.onLost(OnLost.values()[this.random.nextInt(3)]);
		}

		private LockRequest together(LockRequest like) {
			LockRequest all = LockRequest.ofAll(keys()).onLost(like.onLost()).autoRenew(like.autoRenew());
			return (like.leaseTime() != null) ? all.leaseTime(like.leaseTime()) : all;
		}

		/**
		 * No thread holds a lock for more than a moment, so one that waits this long is
		 * stuck.
		 */
		private void patient(LockRequest request) {
			Optional<HeldLock> held = this.engine.acquire(request.waitTime(PATIENCE.dividedBy(2)));
			assertThat(held).as("a patient wait for %s, seed %d", request, EngineStressTests.this.seed).isPresent();
			use(held, "patient");
		}

		private void reenter(LockRequest request) {
			Optional<HeldLock> outer = this.engine.acquire(request);
			if (outer.isEmpty()) {
				return;
			}
			try (HeldLock lock = outer.get()) {
				try (HeldLock inner = this.engine.acquire(request).orElseThrow()) {
					boolean sameHold = lock.isHeld();
					if (sameHold && inner.fencingToken() != lock.fencingToken()) {
						throw new AssertionError("%s is not a re-entry of %s".formatted(inner, lock));
					}
				}
				watch(lock, "outer");
			}
		}

		private void useAll(Optional<HeldLock> locks) {
			if (locks.isPresent()) {
				try (HeldLock all = locks.get()) {
					Map<String, Long> tokens = all.fencingTokens();
					long from = System.nanoTime();
					long until = lastValid(all, from);
					if (until >= from) {
						tokens.forEach((key, token) -> note(key, token, from, until, "multi"));
					}
				}
			}
		}

		private void cancelled(LockRequest request) {
			CompletableFuture<HeldLock> future = this.engine.acquireAsync(request).toCompletableFuture();
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(this.random.nextInt(3_000)));
			if (!future.cancel(true) && !future.isCompletedExceptionally()) {
				use(Optional.of(future.join()), "cancelled too late");
			}
		}

		private void async(LockRequest request) {
			LockRequest asked = this.random.nextBoolean() ? request : together(request);
			try {
				HeldLock lock = this.engine.acquireAsync(asked).toCompletableFuture().join();
				if (asked.keys().size() > 1) {
					useAll(Optional.of(lock));
				}
				else {
					use(Optional.of(lock), "async");
				}
			}
			catch (CompletionException ex) {
				if (!(ex.getCause() instanceof LockException)) {
					throw ex;
				}
			}
		}

		private void use(Optional<HeldLock> held, String how) {
			if (held.isPresent()) {
				try (HeldLock lock = held.get()) {
					watch(lock, how);
				}
			}
		}

		private void watch(HeldLock lock, String how) {
			long from = System.nanoTime();
			long until = lastValid(lock, from);
			if (until >= from) {
				note(lock.key(), lock.fencingToken(), from, until, how);
			}
		}

		/**
		 * Work for a while, and return when it was surely still valid: before the last
		 * look that found it held.
		 */
		private long lastValid(HeldLock lock, long from) {
			long workEnds = from + workNanos();
			long valid = from - 1;
			long look = from;
			while (lock.isHeld()) {
				valid = look;
				if (look - workEnds >= 0) {
					return valid;
				}
				LockSupport.parkNanos(Math.min(workEnds - look, 1_000_000));
				Thread.interrupted();
				look = System.nanoTime();
			}
			return valid;
		}

		private void note(String key, long token, long from, long until, String how) {
			EngineStressTests.this.tenures
				.add(new Tenure(key, token, from, until, Thread.currentThread().getName() + " " + how));
		}

		private long workNanos() {
			int kind = this.random.nextInt(30);
			if (kind == 0) {
				return TimeUnit.MILLISECONDS.toNanos(this.random.nextInt(300));
			}
			return (kind < 15) ? TimeUnit.MICROSECONDS.toNanos(this.random.nextInt(1_000)) : 0;
		}

	}

}
