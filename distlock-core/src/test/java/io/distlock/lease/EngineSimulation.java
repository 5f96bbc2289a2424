// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: a few requests on two engines that share a {@link ModelStore}, with
 * faults, pauses, cancellations and users who block the engine's threads, all as a seed
 * decides. Throws an {@link AssertionError} if a rule is broken.
 */
final class EngineSimulation {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1000 * MILLI;

	private static final long START = 2 * SECOND;

	private static final long LONGEST = 400 * SECOND;

	private static final List<Duration> LEASES = List.of(Duration.ofMillis(300), Duration.ofMillis(900),
			Duration.ofSeconds(30));

	private static final List<Duration> WAITS = List.of(Duration.ZERO, Duration.ofMillis(50), Duration.ofSeconds(1),
			Duration.ofHours(1));

	private final VirtualTime time = new VirtualTime();

	private final ModelStore store;

	private final List<Node> nodes = new ArrayList<>();

	private final List<Usage> usages = new ArrayList<>();

	private final Map<String, Long> lastTokens = new HashMap<>();

	private final Map<String, HeldLock> held = new HashMap<>();

	private final SplittableRandom random;

	private final int faults;

	private final boolean usersHang;

	private @Nullable String broken;

	private EngineSimulation(long seed) {
		this.random = new SplittableRandom(seed);
		this.faults = this.random.nextInt(3) * 15;
		this.usersHang = this.random.nextInt(4) == 0;
		this.store = new ModelStore(this.time, this.random.nextBoolean());
	}

	/**
	 * Run the schedule of a seed.
	 * @return how many events it had
	 */
	static long run(long seed) {
		EngineSimulation simulation = new EngineSimulation(seed);
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
		int requests = 2 + this.random.nextInt(5);
		for (int i = 0; i < requests; i++) {
			Usage usage = new Usage(pick(this.nodes), (this.random.nextInt(4) == 0) ? "b" : "a");
			this.usages.add(usage);
			this.time.in(this.random.nextLong(START), usage::ask);
		}
		if (this.faults > 0 && this.random.nextInt(3) == 0) {
			Node node = pick(this.nodes);
			this.time.in(this.random.nextLong(START), () -> node.tasks.standStill(this.random.nextLong(2 * SECOND)));
		}
		if (this.faults == 0) {
			for (int second = 1; second < 10; second++) {
				this.time.in(second * SECOND, () -> this.nodes.forEach(Node::checkEvents));
			}
		}
		this.time.in(3 * START, () -> this.nodes.forEach((node) -> node.provider.heal()));
		boolean quiet = this.time.runUntilQuiet(LONGEST);
		check(quiet, "the engines are not quiet at the end");
		this.usages.forEach(Usage::checkEnd);
		this.nodes.forEach(Node::checkEnd);
		check(!this.store.isHeld(key("a")) && !this.store.isHeld(key("b")), "a lock is left in the store");
	}

	private void check(boolean rule, String message) {
		if (!rule && this.broken == null) {
			this.broken = message + " (at %d ms)".formatted(this.time.now() / MILLI);
		}
	}

	private <T> T pick(List<T> from) {
		return from.get(this.random.nextInt(from.size()));
	}

	private static LockKey key(String name) {
		return new LockKey("sim", name);
	}

	/**
	 * A node, whose user callbacks may hang.
	 */
	private final class Node {

		private final VirtualTasks tasks = new VirtualTasks(EngineSimulation.this.time,
				EngineSimulation.this.random.split());

		private final SimulatedProvider provider = new SimulatedProvider(EngineSimulation.this.time,
				EngineSimulation.this.store, EngineSimulation.this.random.split(), EngineSimulation.this.faults);

		private final LeaseLockEngine engine;

		private final LockOperations template;

		private int events;

		private long losses;

		Node(int number) {
			int handOvers = pick(List.of(0, 1, 100));
			LeaseSettings settings = LeaseSettings.of("sim", "node-" + number)
				.withWaitTime(Duration.ZERO)
				.withHandOff(handOvers, Duration.ofMillis(100));
			this.engine = new LeaseLockEngine(this.provider, settings, (event) -> this.events++,
					EngineSimulation.this.time, this.tasks, number);
			this.template = new LockTemplate(this.engine);
		}

		/**
		 * Callbacks that hang silence no event.
		 */
		void checkEvents() {
			check(this.events >= this.losses, "a loss is not told in time");
			this.losses = this.engine.statistics().losses();
		}

		/**
		 * A lock that its user does not get in time goes back.
		 */
		void checkHeld(String name) {
			boolean used = EngineSimulation.this.usages.stream()
				.anyMatch((usage) -> usage.node == this && usage.name.equals(name) && usage.mayHold());
			boolean holds = this.engine.snapshot().stream().anyMatch((lock) -> lock.key().equals(name));
			check(used || !holds, "a lock that is not delivered is held");
		}

		void userMayHang() {
			if (EngineSimulation.this.usersHang && EngineSimulation.this.random.nextInt(3) > 0) {
				this.tasks.hang(EngineSimulation.this.random.nextLong(20 * SECOND));
			}
		}

		void checkEnd() {
			check(this.engine.waiting() == 0, "a request waits for ever");
			check(this.engine.heldLeases() == 0, "a lease is held for ever");
			long losses = this.engine.statistics().losses();
			check(this.events == losses, "%d losses, but %d events".formatted(losses, this.events));
		}

	}

	/**
	 * One request, and what its user does with the lock.
	 */
	private final class Usage {

		private final Node node;

		private final String name;

		private final Duration lease = pick(LEASES);

		private final Duration wait = pick(WAITS);

		private final long work = pick(List.of(0L, MILLI, 100 * MILLI, 2 * SECOND));

		private final boolean autoRenew = EngineSimulation.this.random.nextInt(4) > 0;

		private final boolean whole = EngineSimulation.this.random.nextBoolean();

		private final long givesUpIn = (EngineSimulation.this.random.nextInt(4) == 0)
				? EngineSimulation.this.random.nextLong(SECOND) : 0;

		private final AtomicBoolean lost = new AtomicBoolean();

		private long askedAt;

		private boolean granted;

		private boolean over;

		private @Nullable CompletableFuture<?> result;

		Usage(Node node, String name) {
			this.node = node;
			this.name = name;
		}

		void ask() {
			LockRequest request = LockRequest.of(this.name)
				.leaseTime(this.lease)
				.waitTime(this.wait)
				.autoRenew(this.autoRenew);
			this.askedAt = EngineSimulation.this.time.now();
			CompletableFuture<?> asked = this.whole
					? this.node.template.executeAsync(request, this::workOn).toCompletableFuture()
					: this.node.template.acquireAsync(request)
						.whenComplete((lock, failure) -> granted(lock))
						.toCompletableFuture();
			this.result = asked;
			if (EngineSimulation.this.faults == 0 && this.wait.compareTo(Duration.ofMinutes(1)) < 0) {
				EngineSimulation.this.time.in(latest() - this.askedAt, () -> this.node.checkHeld(this.name));
			}
			asked.whenComplete((value, failure) -> ended(failure));
			if (this.givesUpIn > 0 && this.whole) {
				EngineSimulation.this.time.in(this.givesUpIn, () -> asked.cancel(true));
			}
		}

		private long latest() {
			return this.askedAt + this.wait.toNanos() + 2 * SECOND;
		}

		/**
		 * Return whether the user has the lock, or may still get it.
		 */
		boolean mayHold() {
			boolean waits = !this.granted && EngineSimulation.this.time.now() < latest();
			return this.askedAt > 0 && (waits || this.granted && !this.over);
		}

		private void granted(@Nullable HeldLock lock) {
			if (lock != null) {
				workOn(lock);
			}
		}

		private CompletableFuture<Void> workOn(HeldLock lock) {
			begins(lock);
			this.node.userMayHang();
			CompletableFuture<Void> done = new CompletableFuture<>();
			EngineSimulation.this.time.in(this.work / 2, () -> believes(lock));
			EngineSimulation.this.time.in(this.work, () -> {
				believes(lock);
				EngineSimulation.this.held.remove(this.name, lock);
				if (!this.whole) {
					lock.close();
				}
				done.complete(null);
				EngineSimulation.this.time.in(SECOND, () -> this.over = true);
			});
			return done;
		}

		private void begins(HeldLock lock) {
			this.granted = true;
			lock.onLost((loss) -> {
				this.lost.set(true);
				check(!loss.getMessage().contains("no longer belongs")
						|| EngineSimulation.this.store.hasExpired(key(this.name), loss.getFencingToken()),
						"a loss is told that was none");
				this.node.userMayHang();
			});
			if (!lock.isHeld()) {
				return;
			}
			HeldLock other = EngineSimulation.this.held.put(this.name, lock);
			check(other == null || !other.isHeld(), "two trusted holders");
			Long last = EngineSimulation.this.lastTokens.put(this.name, lock.fencingToken());
			check(last == null || last < lock.fencingToken(), "tokens do not rise");
		}

		/**
		 * A holder that still believes in its lock has it in the store.
		 */
		private void believes(HeldLock lock) {
			if (lock.isHeld()) {
				HeldLock newest = EngineSimulation.this.held.get(this.name);
				check(newest == lock, "two trusted holders");
				check(EngineSimulation.this.store.isHeld(key(this.name)), "a lock is trusted after its end");
			}
		}

		private void ended(@Nullable Throwable failure) {
			Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
			if (cause instanceof LockNotAcquiredException && !this.granted) {
				boolean held = EngineSimulation.this.store.wasHeldSince(key(this.name), this.askedAt)
						|| this.node.provider.wasReturningSince(key(this.name), this.askedAt);
				check(held, "a free lock is told to be busy");
			}
		}

		void checkEnd() {
			CompletableFuture<?> result = this.result;
			check(result != null && result.isDone(), "a request is never answered");
			boolean patient = this.wait.compareTo(Duration.ofMinutes(1)) > 0 && !(this.whole && this.givesUpIn > 0);
			check(!patient || this.granted || EngineSimulation.this.faults > 0, "a patient request gets no lock");
			boolean excused = EngineSimulation.this.faults > 0 || EngineSimulation.this.usersHang || !this.autoRenew;
			check(excused || !this.lost.get(), "a renewed lock is lost without a fault");
		}

	}

}
