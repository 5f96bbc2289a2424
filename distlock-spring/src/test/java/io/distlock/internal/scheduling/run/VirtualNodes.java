// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.local.LocalLedgers;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Nodes that look at jobs while time is a number, and count what they ask of the store.
 * All of it happens on one thread; while the method of a job runs on a node, the others
 * go on.
 */
final class VirtualNodes {

	static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration TRIGGER_TIMEOUT = Duration.ofMinutes(2);

	private final JobLedger ledger = LocalLedgers.at(this::time);

	private final List<Node> nodes = new ArrayList<>();

	private final Map<String, Held> locks = new HashMap<>();

	private long now = Duration.ofDays(20_000).toNanos();

	private long tokens;

	private long asked;

	private int leasesAsked;

	private int leasesAskedInLooks;

	private boolean readOnly;

	private Duration late = Duration.ZERO;

	Node add(String name) {
		Node node = new Node(name);
		this.nodes.add(node);
		return node;
	}

	Instant time() {
		return Instant.EPOCH.plusNanos(this.now);
	}

	/**
	 * Return how often the store was asked for anything since the last time.
	 */
	long takeAsked() {
		long count = this.asked;
		this.asked = 0;
		return count;
	}

	/**
	 * Return how often it was asked how long a lock is still held.
	 */
	int leasesAsked() {
		return this.leasesAsked;
	}

	/**
	 * Return how often a look waited for that answer, about one job, while all others
	 * waited for the look.
	 */
	int leasesAskedInLooks() {
		return this.leasesAskedInLooks;
	}

	/**
	 * Let the store refuse all locks and writes, or no longer.
	 */
	void readOnly(boolean now) {
		this.readOnly = now;
	}

	/**
	 * Let the next write arrive late.
	 */
	void delayNextWrite(Duration delay) {
		this.late = delay;
	}

	JobState state(String job) {
		return this.ledger.read(key(job)).state();
	}

	List<JobRun> history(String job) {
		return this.ledger.history(key(job), 10_000);
	}

	void change(String job, JobState state) {
		JobLedger.JobEntry entry = this.ledger.read(key(job));
		this.ledger.write(key(job), entry.version(), state, List.of(), 1);
	}

	private static LockKey key(String job) {
		return new LockKey("virtual", job);
	}

	/**
	 * Let time pass.
	 */
	void pass(Duration duration) {
		long end = this.now + duration.toNanos();
		while (true) {
			Node first = this.nodes.stream()
				.filter((node) -> !node.isBusy())
				.min(Comparator.comparing((node) -> node.wakeAt))
				.orElse(null);
			if (first == null || first.wakeAt >= end) {
				this.now = end;
				return;
			}
			this.now = Math.max(this.now, first.wakeAt);
			first.go();
		}
	}

	/**
	 * A node of the cluster.
	 */
	final class Node implements JobLedger, LockEngine, JobTime {

		private final String name;

		private final JobPoller poller = new JobPoller(this, this::nanoTime, true, () -> {
		});

		private final Queue<Runnable> tasks = new ArrayDeque<>();

		private final Map<LockKey, Instant> lastReads = new HashMap<>();

		private Duration longestUnread = Duration.ZERO;

		private long wakeAt = VirtualNodes.this.now;

		private boolean running;

		private boolean looking;

		private final List<JobRunner> runners = new ArrayList<>();

		private boolean dead;

		private Node(String name) {
			this.name = name;
		}

		/**
		 * Look at a job.
		 */
		void watch(String job, JobTrigger trigger, int maxAttempts, Runnable body) {
			JobSpec spec = new JobSpec(job, Object.class.getMethods()[0], trigger, LEASE, Duration.ofHours(1), null,
					RetryRules.of(maxAttempts, null, 2, null), "", "");
			JobStore store = new JobStore("virtual", this, this, "virtual", this.name);
			JobSettings settings = new JobSettings(true, 0, TRIGGER_TIMEOUT, Duration.ofDays(30), LEASE,
					Duration.ofHours(1), null, Duration.ofSeconds(30), 1000, OnLost.IGNORE);
			JobRunner runner = new JobRunner(spec, body, store, settings, (event) -> {
			}, this, (threads) -> {
			});
			runner.begin();
			this.runners.add(runner);
			this.poller.start(runner, new Threads());
			this.wakeAt = VirtualNodes.this.now;
		}

		/**
		 * Look no more, and renew no lease.
		 */
		void die() {
			this.dead = true;
			this.runners.forEach(JobRunner::end);
			this.running = true;
			VirtualNodes.this.locks.values().stream().filter((held) -> held.node == this).forEach(Held::freeze);
		}

		/**
		 * Release what this node holds, though its runs have not ended.
		 */
		void releaseAll() {
			die();
			VirtualNodes.this.locks.values().removeIf((held) -> held.node == this);
		}

		Duration takeLongestUnread() {
			Duration longest = this.longestUnread;
			this.longestUnread = Duration.ZERO;
			this.lastReads.clear();
			return longest;
		}

		private boolean isBusy() {
			return this.running;
		}

		private void go() {
			this.running = true;
			this.looking = true;
			long left = this.poller.turn();
			this.looking = false;
			for (Runnable task = this.tasks.poll(); task != null && !this.dead; task = this.tasks.poll()) {
				task.run();
				left = 0;
			}
			this.running = this.dead;
			this.wakeAt = VirtualNodes.this.now + Math.max(0, left);
		}

		@Override
		public long nanoTime() {
			return VirtualNodes.this.now;
		}

		@Override
		public void pause(Duration duration) {
			pass(duration);
		}

		/**
		 * Nothing is watched here.
		 */
		@Override
		public Future<?> later(Duration delay, Runnable task) {
			return CompletableFuture.completedFuture(null);
		}

		private void ask() {
			VirtualNodes.this.asked++;
		}

		private void askToWrite() {
			ask();
			if (VirtualNodes.this.readOnly) {
				throw new LockStoreException("read-only", LockStoreException.Outcome.TRANSIENT, null);
			}
		}

		@Override
		public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
			ask();
			jobs.forEach((job) -> {
				Instant last = this.lastReads.put(job, time());
				Duration since = (last != null) ? Duration.between(last, time()) : Duration.ZERO;
				this.longestUnread = (since.compareTo(this.longestUnread) > 0) ? since : this.longestUnread;
			});
			return VirtualNodes.this.ledger.readAll(jobs);
		}

		@Override
		public JobEntry read(LockKey job) {
			ask();
			return VirtualNodes.this.ledger.read(job);
		}

		@Override
		public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
			askToWrite();
			Duration delay = VirtualNodes.this.late;
			VirtualNodes.this.late = Duration.ZERO;
			pass(delay);
			return VirtualNodes.this.ledger.write(job, version, state, runs, historySize);
		}

		@Override
		public List<JobRun> history(LockKey job, int limit) {
			ask();
			return VirtualNodes.this.ledger.history(job, limit);
		}

		@Override
		public List<LockKey> jobs(String keyPrefix) {
			ask();
			return VirtualNodes.this.ledger.jobs(keyPrefix);
		}

		@Override
		public boolean remove(LockKey job, long version) {
			ask();
			return VirtualNodes.this.ledger.remove(job, version);
		}

		@Override
		public Duration leaseLeft(LockKey lock) {
			ask();
			VirtualNodes.this.leasesAsked++;
			VirtualNodes.this.leasesAskedInLooks += (this.looking) ? 1 : 0;
			Held held = VirtualNodes.this.locks.get(lock.name());
			return (held != null) ? held.remainingLease() : Duration.ZERO;
		}

		@Override
		public Optional<HeldLock> acquire(LockRequest request) {
			askToWrite();
			String key = request.keys().get(0);
			Held other = VirtualNodes.this.locks.get(key);
			if (other != null && !other.remainingLease().isZero()) {
				return Optional.empty();
			}
			Held held = new Held(this, key, ++VirtualNodes.this.tokens);
			VirtualNodes.this.locks.put(key, held);
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

		/**
		 * Keeps what is handed over until the look has ended.
		 */
		private final class Threads extends ConcurrentTaskScheduler {

			Threads() {
				super(null);
				setClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
			}

			@Override
			public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
				Node.this.tasks.add(task);
				return new Waiting();
			}

		}

	}

	/**
	 * What waits to be run.
	 */
	private static final class Waiting extends CompletableFuture<Object> implements ScheduledFuture<Object> {

		@Override
		public long getDelay(TimeUnit unit) {
			return 0;
		}

		@Override
		public int compareTo(Delayed other) {
			return 0;
		}

	}

	/**
	 * A lock that is renewed each third of its lease while its node lives.
	 */
	private final class Held implements HeldLock {

		private final Node node;

		private final String key;

		private final long token;

		private final long since = VirtualNodes.this.now;

		/**
		 * When its node died.
		 */
		private @Nullable Long frozenAt;

		Held(Node node, String key, long token) {
			this.node = node;
			this.key = key;
			this.token = token;
		}

		private void freeze() {
			this.frozenAt = VirtualNodes.this.now;
		}

		@Override
		public Duration remainingLease() {
			long last = (this.frozenAt != null) ? this.frozenAt : VirtualNodes.this.now;
			long third = LEASE.toNanos() / 3;
			long end = this.since + (last - this.since) / third * third + LEASE.toNanos();
			return Duration.ofNanos(Math.max(0, end - VirtualNodes.this.now));
		}

		@Override
		public String key() {
			return this.key;
		}

		@Override
		public long fencingToken() {
			return this.token;
		}

		@Override
		public boolean isHeld() {
			return VirtualNodes.this.locks.get(this.key) == this && this.frozenAt == null;
		}

		@Override
		public void assertHeld() {
			if (!isHeld()) {
				throw new LockLostException(this.key, this.token, "Lost in virtual time");
			}
		}

		@Override
		public void onLost(Consumer<LockLostException> callback) {
			throw new UnsupportedOperationException();
		}

		@Override
		public boolean release() {
			this.node.ask();
			return this.frozenAt == null && VirtualNodes.this.locks.remove(this.key, this);
		}

		@Override
		public void close() {
			if (isHeld()) {
				release();
			}
		}

	}

}
