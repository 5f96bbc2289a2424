// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * One schedule of readers, writers and permits on two engines that share a
 * {@link ModelStore}, as a seed decides: a few requests under faults, or a stream of
 * readers that wants to keep a writer out. Throws an {@link AssertionError} if a rule is
 * broken.
 */
final class SharingSimulation {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1000 * MILLI;

	private static final long START = 2 * SECOND;

	private static final long LONGEST = 400 * SECOND;

	/**
	 * How long a writer waits at most for readers who hold for a tenth of a second, with
	 * the window in which others join them, and what messages take.
	 */
	private static final long SERVED = SECOND;

	private static final String SHARED = "s";

	private static final String PERMITS = "p";

	private static final List<Duration> LEASES = List.of(Duration.ofMillis(300), Duration.ofMillis(900),
			Duration.ofSeconds(30));

	private static final List<Duration> WAITS = List.of(Duration.ZERO, Duration.ofSeconds(1), Duration.ofHours(1));

	/**
	 * A shared lease that is not renewed is no lease to join, so each has a length of its
	 * own.
	 */
	private static final Duration FIXED = Duration.ofMillis(700);

	private final VirtualTime time = new VirtualTime();

	private final ModelStore store;

	private final List<Node> nodes = new ArrayList<>();

	private final List<Usage> usages = new ArrayList<>();

	private final List<Usage> trusting = new ArrayList<>();

	private final SplittableRandom random;

	private final boolean streaming;

	private final int faults;

	/**
	 * One length for all who renew: only those join each other's leases.
	 */
	private final Duration lease;

	/**
	 * The one that a stream must not keep out.
	 */
	private @Nullable Usage patient;

	private @Nullable String broken;

	private SharingSimulation(long seed) {
		this.random = new SplittableRandom(seed);
		this.streaming = this.random.nextInt(8) == 0;
		this.faults = this.streaming ? 0 : this.random.nextInt(3) * 15;
		this.store = new ModelStore(this.time, this.random.nextBoolean());
		this.lease = pick(LEASES);
	}

	/**
	 * Run the schedule of a seed.
	 * @return how many events it had
	 */
	static long run(long seed) {
		SharingSimulation simulation = new SharingSimulation(seed);
		simulation.run();
		if (simulation.broken != null) {
			throw new AssertionError("Seed %d: %s".formatted(seed, simulation.broken));
		}
		return simulation.time.count();
	}

	private void run() {
		for (int i = 0; i < 2; i++) {
			this.nodes.add(new Node(i));
		}
		if (this.streaming) {
			stream(this.random.nextInt(3) == 0);
		}
		else {
			mix();
		}
		this.time.in(3 * START, () -> this.nodes.forEach((node) -> node.provider.heal()));
		check(this.time.runUntilQuiet(LONGEST), "the engines are not quiet at the end");
		this.usages.forEach(Usage::checkEnd);
		this.nodes.forEach(Node::checkEnd);
		check(!this.store.isHeld(new LockKey("sim", SHARED)), "a lock is left in the store");
		check(!this.store.isHeld(new LockKey("sim", PERMITS, LockMode.PERMIT)), "a permit is left in the store");
		check(this.faults > 0 || !this.store.wasSharedTwice(), "readers of one node have two young leases");
	}

	/**
	 * Readers come all the time, so that there is always one, until long after the
	 * writer; or one node wants more permits than there are, until long after the other
	 * one wants one.
	 */
	private void stream(boolean permits) {
		for (long at = 0; at < 4 * SECOND; at += 20 * MILLI) {
			Node node = permits ? this.nodes.get(0) : pick(this.nodes);
			add(new Usage(node, permits ? LockMode.PERMIT : LockMode.SHARED, this.lease, WAITS.get(2), true,
					this.random.nextLong(50 * MILLI, 100 * MILLI)), at);
		}
		Node node = permits ? this.nodes.get(1) : pick(this.nodes);
		this.patient = new Usage(node, permits ? LockMode.PERMIT : LockMode.EXCLUSIVE, this.lease, WAITS.get(2), true,
				MILLI);
		add(this.patient, this.random.nextLong(SECOND / 2, 2 * SECOND));
	}

	private void mix() {
		int requests = 2 + this.random.nextInt(8);
		boolean permits = this.random.nextInt(3) == 0;
		long span = permits ? START / 20 : START;
		for (int i = 0; i < requests; i++) {
			LockMode lock = (this.random.nextInt(3) == 0) ? LockMode.EXCLUSIVE : LockMode.SHARED;
			boolean renewed = this.random.nextInt(4) > 0;
			add(new Usage(pick(this.nodes), permits ? LockMode.PERMIT : lock,
					(renewed || permits) ? this.lease : FIXED.plusMillis(i), pick(WAITS), renewed,
					pick(List.of(0L, MILLI, 100 * MILLI, 2 * SECOND))), this.random.nextLong(span));
		}
		if (this.faults > 0 && this.random.nextInt(3) == 0) {
			Node node = pick(this.nodes);
			this.time.in(this.random.nextLong(START), () -> node.tasks.standStill(this.random.nextLong(2 * SECOND)));
		}
	}

	private void add(Usage usage, long at) {
		this.usages.add(usage);
		this.time.in(at, usage::ask);
	}

	private void check(boolean rule, String message) {
		if (!rule && this.broken == null) {
			this.broken = message + " (at %d ms)".formatted(this.time.now() / MILLI);
		}
	}

	private <T> T pick(List<T> from) {
		return from.get(this.random.nextInt(from.size()));
	}

	/**
	 * A writer is alone, and there are never more permits than the node says that has the
	 * most.
	 */
	private void checkTrusting() {
		List<Usage> now = this.trusting.stream().filter(Usage::trusts).toList();
		boolean writer = now.stream().anyMatch((usage) -> usage.mode == LockMode.EXCLUSIVE);
		check(!writer || now.size() == 1, "a writer that trusts its lock is not alone");
		int most = this.nodes.stream().mapToInt((node) -> node.permits).max().orElse(0);
		long permits = now.stream().filter((usage) -> usage.mode == LockMode.PERMIT).count();
		check(permits <= most, "%d permits are trusted, and there are %d".formatted(permits, most));
	}

	/**
	 * A node, which may say another number of permits than the other one does.
	 */
	private final class Node {

		private final VirtualTasks tasks = new VirtualTasks(SharingSimulation.this.time,
				SharingSimulation.this.random.split());

		private final SimulatedProvider provider = new SimulatedProvider(SharingSimulation.this.time,
				SharingSimulation.this.store, SharingSimulation.this.random.split(), SharingSimulation.this.faults);

		private final int permits = 1 + SharingSimulation.this.random.nextInt(3);

		private final LeaseLockEngine engine;

		private final LockOperations template;

		Node(int number) {
			LeaseSettings settings = LeaseSettings.of("sim", "node-" + number)
				.withWaitTime(Duration.ZERO)
				.withHandOff(100, ModelHolders.WINDOW);
			this.engine = new LeaseLockEngine(this.provider, settings, (event) -> {
			}, SharingSimulation.this.time, this.tasks, SharingSimulation.this.random.nextLong(1L << 50));
			this.template = new LockTemplate(this.engine);
		}

		void checkEnd() {
			check(this.engine.waiting() == 0, "a request waits for ever");
			check(this.engine.heldLeases() == 0, "a lease is held for ever");
			check(this.engine.snapshot().isEmpty(), "a hold is left");
		}

	}

	/**
	 * One request, and what its user does with the lock.
	 */
	private final class Usage {

		private final Node node;

		private final LockMode mode;

		private final Duration lease;

		private final Duration wait;

		private final boolean renewed;

		private final long work;

		private boolean granted;

		private boolean lost;

		private boolean distrusts;

		private @Nullable HeldLock lock;

		private @Nullable CompletionStage<HeldLock> result;

		Usage(Node node, LockMode mode, Duration lease, Duration wait, boolean renewed, long work) {
			this.node = node;
			this.mode = mode;
			this.lease = lease;
			this.wait = wait;
			this.renewed = renewed;
			this.work = work;
		}

		private LockRequest request() {
			LockRequest request = LockRequest.of((this.mode == LockMode.PERMIT) ? PERMITS : SHARED)
				.leaseTime(this.lease)
				.waitTime(this.wait)
				.autoRenew(this.renewed);
			return switch (this.mode) {
				case EXCLUSIVE -> request;
				case SHARED -> request.shared();
				case PERMIT -> request.permits(this.node.permits);
			};
		}

		void ask() {
			long askedAt = SharingSimulation.this.time.now();
			this.result = this.node.template.acquireAsync(request());
			this.result.thenAccept((lock) -> {
				long waited = SharingSimulation.this.time.now() - askedAt;
				check(this != SharingSimulation.this.patient || waited < SERVED,
						"a writer waits for all who read after "
								+ "it, or a node for all permits that another one wants after it");
				workOn(lock);
			});
		}

		private void workOn(HeldLock lock) {
			this.granted = true;
			this.lock = lock;
			SharingSimulation.this.trusting.add(this);
			lock.onLost((loss) -> this.lost = true);
			check(lock.fencingToken() > 0, "a lock has no token");
			checkTrusting();
			SharingSimulation.this.time.in(this.work / 2, this::believes);
			SharingSimulation.this.time.in(this.work, () -> {
				believes();
				SharingSimulation.this.trusting.remove(this);
				lock.close();
			});
		}

		boolean trusts() {
			return this.lock != null && this.lock.isHeld();
		}

		/**
		 * A holder that still believes in its lock has it in the store.
		 */
		private void believes() {
			checkTrusting();
			this.distrusts |= !trusts();
			if (trusts()) {
				LockKey key = new LockKey("sim", request().keys().get(0), this.mode);
				check(SharingSimulation.this.store.isHeld(key), "a lock is trusted after its end");
			}
		}

		void checkEnd() {
			boolean answered = this.result != null && ((CompletableFuture<?>) this.result).isDone();
			check(answered, "a request is never answered");
			check(this.lost || !this.distrusts, "a loss is not told");
			boolean patient = this.wait.compareTo(Duration.ofMinutes(1)) > 0;
			check(!patient || this.granted || SharingSimulation.this.faults > 0, "a patient request gets no lock");
			check(SharingSimulation.this.faults > 0 || !this.renewed || !this.lost,
					"a renewed lock is lost without a fault");
		}

	}

}
