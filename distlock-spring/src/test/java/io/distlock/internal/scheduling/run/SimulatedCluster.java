// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;

import io.distlock.EngineLock;
import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.local.LocalLedgers;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose time is a number. Nodes are threads of which one runs at a time; before
 * and after each thing that they ask of the outside they hand back control, and may get
 * it late or never.
 */
final class SimulatedCluster {

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final int NODES = 3;

	/**
	 * By how much the end of a run may seem to be later than it is.
	 */
	private static final Duration LATEST = Duration.ofMillis(100);

	private final Random random;

	private final RetryRules retries;

	private final JobLedger ledger;

	/**
	 * Whether the store writes an end and releases the lock in one step.
	 */
	private final boolean releasing;

	private final List<Node> nodes = new ArrayList<>();

	private final List<Claim> claims = new ArrayList<>();

	private final List<JobRun> bodies = new ArrayList<>();

	private final List<ClusterJobRunEvent> events = new ArrayList<>();

	private final Set<Long> started = new HashSet<>();

	/**
	 * When the bodies of runs returned, by their tokens.
	 */
	private final Map<Long, Instant> returned = new HashMap<>();

	private final List<String> mistakes = new ArrayList<>();

	private long now = Instant.parse("2026-05-01T00:00:00.123Z").toEpochMilli();

	private long tokens;

	private int unknownOutcomes;

	private int releasedByWrites;

	/**
	 * The lock in the store.
	 */
	private @Nullable Held holder;

	SimulatedCluster(long seed, RetryRules retries) {
		this.random = new Random(seed);
		this.retries = retries;
		this.releasing = this.random.nextBoolean();
		this.ledger = LocalLedgers.at(() -> Instant.ofEpochMilli(this.now));
		for (int i = 0; i < NODES; i++) {
			this.nodes.add(new Node(i));
		}
	}

	/**
	 * Run until a time, without deaths and pauses towards the end.
	 */
	void run(long millis) throws InterruptedException {
		long end = this.now + millis;
		while (this.now < end) {
			boolean calm = this.now > end - 30_000;
			Node node = next(calm);
			this.now = Math.max(this.now, node.wakeAt);
			node.proceed(calm);
		}
		for (Node node : this.nodes) {
			node.kill();
		}
	}

	private Node next(boolean calm) throws InterruptedException {
		Node first = null;
		for (int i = 0; i < this.nodes.size(); i++) {
			Node node = this.nodes.get(i);
			if (!calm && this.random.nextInt(150) == 0) {
				node.kill();
				node = new Node(i);
				this.nodes.set(i, node);
			}
			first = (first == null || node.wakeAt < first.wakeAt) ? node : first;
		}
		return first;
	}

	List<Claim> claims() {
		return this.claims;
	}

	List<JobRun> bodies() {
		return this.bodies;
	}

	Set<Long> started() {
		return this.started;
	}

	/**
	 * Return what is wrong with the ends of runs.
	 */
	List<String> mistakes() {
		return this.mistakes;
	}

	int releasedByWrites() {
		return this.releasedByWrites;
	}

	int unknownOutcomes() {
		return this.unknownOutcomes;
	}

	RetryRules retries() {
		return this.retries;
	}

	List<ClusterJobRunEvent> events() {
		return this.events;
	}

	JobLedger ledger() {
		return this.ledger;
	}

	Instant end() {
		return Instant.ofEpochMilli(this.now);
	}

	LockKey key() {
		return new LockKey("simulation", "job");
	}

	/**
	 * An end lies between the return of the body and the time at which it is written. A
	 * run may be taken for lost before its body returns.
	 */
	private void checkEnd(JobRun run) {
		Instant ended = run.endedAt();
		Instant earliest = (run.outcome() != JobRun.Outcome.LOST)
				? this.returned.getOrDefault(run.fencingToken(), Instant.MIN) : Instant.MIN;
		if (ended != null && (ended.isBefore(earliest) || ended.isAfter(end().plus(LATEST)))) {
			this.mistakes.add("at %s, after a body that returned at %s: %s".formatted(end(), earliest, run));
		}
	}

	/**
	 * Change a job without effect, as an administrator does who pauses and resumes it.
	 */
	private void touch() {
		JobLedger.JobEntry entry = this.ledger.read(key());
		this.ledger.write(key(), entry.version(), entry.state(), List.of(), 1000);
	}

	/**
	 * A claim that the ledger took.
	 *
	 * @param run the run
	 * @param replaced the token of the claim that was running before, or 0
	 * @param at the store's time of the read that it was decided by
	 */
	record Claim(JobRun run, long replaced, Instant at) {

	}

	/**
	 * Ends a thread whose node died.
	 */
	private static final class Death extends Error {

	}

	/**
	 * One node: a thread that looks again and again.
	 */
	private final class Node implements JobLedger, LockEngine, JobTime {

		private final SynchronousQueue<Boolean> control = new SynchronousQueue<>();

		private final SynchronousQueue<Boolean> answer = new SynchronousQueue<>();

		private final String name;

		private final long skew;

		private final Thread thread;

		private long wakeAt;

		private boolean calm;

		private boolean ended;

		Node(int index) {
			this.name = "node-" + index + "-" + SimulatedCluster.this.random.nextInt(1_000_000);
			this.skew = SimulatedCluster.this.random.nextInt(4000) - 2000;
			this.wakeAt = SimulatedCluster.this.now + SimulatedCluster.this.random.nextInt(500);
			this.thread = new Thread(this::live, this.name);
			this.thread.setDaemon(true);
			this.thread.start();
		}

		void proceed(boolean calm) throws InterruptedException {
			this.calm = calm;
			this.control.put(true);
			this.answer.take();
		}

		void kill() throws InterruptedException {
			if (!this.ended) {
				this.control.put(false);
				this.thread.join();
			}
		}

		/**
		 * Let time pass: mostly a little, sometimes longer than a lease.
		 */
		private void step(long millis) {
			this.wakeAt = SimulatedCluster.this.now + millis + pause();
			handOver();
		}

		private long pause() {
			Random random = SimulatedCluster.this.random;
			if (!this.calm && random.nextInt(40) == 0) {
				return random.nextInt(8000);
			}
			return random.nextInt(20);
		}

		private void handOver() {
			if (this.ended) {
				throw new Death();
			}
			try {
				this.answer.put(true);
				awaitControl();
			}
			catch (InterruptedException ex) {
				throw new Death();
			}
		}

		private void awaitControl() throws InterruptedException {
			if (!this.control.take()) {
				this.ended = true;
				throw new Death();
			}
		}

		private void live() {
			try {
				awaitControl();
				JobRunner runner = runner();
				runner.begin();
				while (true) {
					step(poll(runner).next().toMillis());
				}
			}
			catch (Death | InterruptedException ex) {
				this.ended = true;
			}
		}

		private PollResult poll(JobRunner runner) {
			JobEntry entry;
			try {
				entry = read(runner.key());
			}
			catch (LockStoreException ex) {
				return runner.failed(ex);
			}
			PollResult poll = runner.poll(entry, nanoTime());
			return poll.due() ? runner.run() : poll;
		}

		private JobRunner runner() {
			JobTrigger trigger = new RateFireTimes(Duration.ofMillis(1000), Duration.ZERO, null);
			JobSpec spec = new JobSpec("job", Object.class.getMethods()[0], trigger, LEASE, Duration.ofHours(1), null,
					SimulatedCluster.this.retries, "", "");
			JobStore store = new JobStore("simulation", this, this, "simulation", this.name);
			return new JobRunner(spec, this::body, store, settings(), SimulatedCluster.this.events::add, this,
					(threads) -> {
					});
		}

		private static JobSettings settings() {
			return new JobSettings(true, 0, Duration.ofMinutes(2), Duration.ofDays(30), LEASE, Duration.ofHours(1),
					null, Duration.ofSeconds(30), 1000, OnLost.FAIL);
		}

		@Override
		public long nanoTime() {
			return (SimulatedCluster.this.now + this.skew) * 1_000_000;
		}

		@Override
		public void pause(Duration duration) {
			step(duration.toMillis());
		}

		/**
		 * Nothing is watched here.
		 */
		@Override
		public Future<?> later(Duration delay, Runnable task) {
			return CompletableFuture.completedFuture(null);
		}

		private void body() {
			ClusterJobContext run = ClusterJobContext.current().get();
			SimulatedCluster.this.started.add(run.fencingToken());
			SimulatedCluster.this.bodies.add(new JobRun(run.fireTime(), run.attempt(), this.name, run.fencingToken(),
					Instant.EPOCH, null, JobRun.Outcome.RUNNING, null));
			step(SimulatedCluster.this.random.nextInt(1500));
			SimulatedCluster.this.returned.put(run.fencingToken(), end());
			if (SimulatedCluster.this.random.nextInt(5) == 0) {
				touch();
			}
			if (SimulatedCluster.this.random.nextInt(10) == 0) {
				throw new IllegalStateException("A job that fails");
			}
		}

		private boolean fails() {
			return !this.calm && SimulatedCluster.this.random.nextInt(25) == 0;
		}

		private LockStoreException unknown() {
			SimulatedCluster.this.unknownOutcomes++;
			return new LockStoreException("No answer", LockStoreException.Outcome.UNKNOWN, null);
		}

		@Override
		public JobEntry read(LockKey job) {
			step(1);
			JobEntry entry = SimulatedCluster.this.ledger.read(job);
			step(1);
			if (fails()) {
				throw unknown();
			}
			return entry;
		}

		@Override
		public Optional<JobWrite> releasing(LockKey lock, LockOwner owner, long lastToken) {
			JobWrite write = (job, version, state, runs, historySize) -> write(job, version, state, runs, historySize,
					lastToken);
			return Optional.of(write).filter((any) -> SimulatedCluster.this.releasing);
		}

		@Override
		public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
			return write(job, version, state, runs, historySize, 0);
		}

		/**
		 * Write, and release the lock with a token in the same step, unless that is zero.
		 */
		private Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize,
				long released) {
			step(1);
			if (fails()) {
				throw unknown();
			}
			JobState before = SimulatedCluster.this.ledger.read(job).state();
			Optional<JobEntry> written = SimulatedCluster.this.ledger.write(job, version, state, runs, historySize);
			if (written.isPresent()) {
				runs.forEach(SimulatedCluster.this::checkEnd);
				Held holder = SimulatedCluster.this.holder;
				if (holder != null && holder.token == released) {
					holder.leaseEnd = SimulatedCluster.this.now;
					SimulatedCluster.this.releasedByWrites++;
				}
			}
			JobRun run = state.running();
			if (written.isPresent() && run != null && !run.equals(before.running())) {
				long replaced = (before.running() != null) ? before.running().fencingToken() : 0;
				SimulatedCluster.this.claims.add(new Claim(run, replaced, run.startedAt()));
			}
			step(1);
			if (fails()) {
				throw unknown();
			}
			return written;
		}

		@Override
		public Duration leaseLeft(LockKey lock) {
			step(1);
			Held holder = SimulatedCluster.this.holder;
			long left = (holder != null && holder.isHeldInStore()) ? holder.leaseEnd - SimulatedCluster.this.now : 0;
			step(1);
			if (fails()) {
				throw unknown();
			}
			return Duration.ofMillis(left);
		}

		@Override
		public List<JobRun> history(LockKey job, int limit) {
			step(1);
			return SimulatedCluster.this.ledger.history(job, limit);
		}

		@Override
		public List<LockKey> jobs(String keyPrefix) {
			step(1);
			return SimulatedCluster.this.ledger.jobs(keyPrefix);
		}

		@Override
		public boolean remove(LockKey job, long version) {
			step(1);
			return SimulatedCluster.this.ledger.remove(job, version);
		}

		@Override
		public Optional<HeldLock> acquire(LockRequest request) {
			step(1);
			Held holder = SimulatedCluster.this.holder;
			if (holder != null && holder.isHeldInStore()) {
				return Optional.empty();
			}
			Held held = new Held(this, ++SimulatedCluster.this.tokens);
			SimulatedCluster.this.holder = held;
			step(1);
			return Optional.of(held);
		}

		@Override
		public Optional<HeldLock> acquireInterruptibly(LockRequest request) {
			throw new UnsupportedOperationException();
		}

		@Override
		public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Optional<HeldLock> findHeld(LockRequest request) {
			return Optional.empty();
		}

		@Override
		public LockNotAcquiredException notAcquired(LockRequest request) {
			throw new UnsupportedOperationException();
		}

	}

	/**
	 * A lock whose lease is renewed whenever its node is awake.
	 */
	private final class Held implements EngineLock {

		private final Node node;

		private final long token;

		private boolean released;

		private boolean lost;

		/**
		 * Whether a write under way may release the lock.
		 */
		private boolean returning;

		private long leaseEnd = SimulatedCluster.this.now + LEASE.toMillis();

		Held(Node node, long token) {
			this.node = node;
			this.token = token;
		}

		/**
		 * A node that sleeps for longer than its lease cannot renew; one that is awake
		 * within it did so.
		 */
		private void renew() {
			if (this.lost || this.released || this.returning || this.node.ended) {
				return;
			}
			boolean mine = SimulatedCluster.this.holder == this && SimulatedCluster.this.now < this.leaseEnd;
			this.lost = !mine;
			this.leaseEnd = mine ? SimulatedCluster.this.now + LEASE.toMillis() : this.leaseEnd;
		}

		boolean isHeldInStore() {
			return !this.released && SimulatedCluster.this.now < this.leaseEnd;
		}

		@Override
		public String key() {
			return "cluster-job:job";
		}

		@Override
		public long fencingToken() {
			return this.token;
		}

		@Override
		public boolean isHeld() {
			renew();
			return !this.lost && !this.released;
		}

		@Override
		public void assertHeld() {
			if (!isHeld()) {
				throw new LockLostException(key(), this.token, "Lost in a simulation");
			}
		}

		@Override
		public Duration remainingLease() {
			return Duration.ofMillis(Math.max(0, this.leaseEnd - SimulatedCluster.this.now));
		}

		@Override
		public void onLost(Consumer<LockLostException> callback) {
			throw new UnsupportedOperationException();
		}

		@Override
		public boolean release() {
			boolean held = isHeld();
			JobRun running = SimulatedCluster.this.ledger.read(SimulatedCluster.this.key()).state().running();
			if (held && !this.node.ended && running != null && running.fencingToken() == this.token
					&& SimulatedCluster.this.returned.containsKey(this.token)) {
				SimulatedCluster.this.mistakes.add("released with an unrecorded end: " + running);
			}
			this.released |= !this.node.ended;
			return held;
		}

		@Override
		public void close() {
			release();
		}

		@Override
		public boolean releaseBy(ReleaseRequest request) {
			if (!isHeld()) {
				return false;
			}
			this.returning = true;
			try {
				this.released = request.send(new LockKey("simulation", key()), new LockOwner(this.node.name),
						this.token);
				return this.released;
			}
			finally {
				this.returning = false;
			}
		}

		@Override
		public LockObserver.@Nullable Scope enter() {
			return null;
		}

		@Override
		public @Nullable Runnable deferRelease() {
			throw new UnsupportedOperationException();
		}

	}

}
