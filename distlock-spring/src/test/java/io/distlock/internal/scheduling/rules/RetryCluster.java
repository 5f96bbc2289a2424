// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.distlock.internal.scheduling.trigger.DelayFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A job whose runs fail, in a store whose entry changes only if no other node changed it,
 * on nodes that do one step at a time. Checks each run as it starts, and at the end that
 * no attempt that was to come was lost without a word.
 */
final class RetryCluster {

	private static final long LEASE = 3000;

	private static final int NODES = 3;

	private static final int PERIODS = 12;

	final Random random;

	private final long seed;

	private final Mistake mistake;

	private final Counts counts;

	private final RetryRules retries;

	private final Duration misfireThreshold;

	private final JobTrigger trigger;

	private final List<Node> nodes = new ArrayList<>();

	private final Map<Try, JobRun> history = new HashMap<>();

	private final Set<Try> started = new HashSet<>();

	/**
	 * When attempts were first claimed: a claim that was not started is made again.
	 */
	private final Map<Try, Instant> claimed = new HashMap<>();

	/**
	 * Attempts that have to come, or to be told of, and who planned them.
	 */
	private final Map<Try, Planned> planned = new HashMap<>();

	private Instant latest = Instant.EPOCH;

	private JobState state = JobState.unknown();

	private long version;

	private long now = Instant.parse("2026-05-01T00:00:00Z").toEpochMilli();

	private long tokens;

	/**
	 * Who holds the lock, and until when if it is not renewed.
	 */
	private @Nullable Node holder;

	private long leaseEnd;

	RetryCluster(long seed, Mistake mistake, Counts counts) {
		this.seed = seed;
		this.random = new Random(seed);
		this.mistake = mistake;
		this.counts = counts;
		Duration delay = Duration.ofMillis(500 + this.random.nextInt(6000));
		this.retries = new RetryRules(2 + this.random.nextInt(3), delay, 1 + this.random.nextInt(30) / 10.0,
				delay.multipliedBy(1 + this.random.nextInt(5)));
		this.misfireThreshold = Duration.ofSeconds(List.of(1, 10, 60).get(this.random.nextInt(3)));
		Duration period = Duration.ofSeconds(15 + this.random.nextInt(60));
		this.trigger = this.random.nextBoolean() ? new RateFireTimes(period, Duration.ZERO, null)
				: new DelayFireTimes(period, Duration.ZERO);
		for (int i = 0; i < NODES; i++) {
			this.nodes.add(new Node());
		}
	}

	void run() {
		long calmAt = this.now + PERIODS * 40_000L;
		long end = calmAt + 300_000;
		while (this.now < end) {
			boolean calm = this.now > calmAt;
			if (!calm && this.random.nextInt(60) == 0) {
				disturb();
			}
			if (calm && this.state.paused()) {
				operate(JobRules.resumed(this.state, time()));
			}
			Node next = this.nodes.get(0);
			for (Node node : this.nodes) {
				next = (node.wakeAt < next.wakeAt) ? node : next;
			}
			this.now = Math.max(this.now, next.wakeAt);
			next.proceed(calm);
		}
		this.planned
			.forEach((attempt, plan) -> check(attempt.fireTime.equals(this.latest) && plan.isAfter(end - 60_000),
					"lost without a word", attempt));
	}

	private void disturb() {
		switch (this.random.nextInt(8)) {
			case 0 -> operate(
					this.state.paused() ? JobRules.resumed(this.state, time()) : this.state.withPausedSince(time()));
			case 1 -> operate(JobRules.stopped(this.state, time()));
			case 2 -> this.nodes.forEach((node) -> node.wakeAt += this.random.nextInt(100_000));
			default -> this.nodes.get(this.random.nextInt(NODES)).die();
		}
	}

	/**
	 * What people do gives up attempts.
	 */
	private void operate(JobState changed) {
		JobRetry before = this.state.retry();
		if (before != null && changed.retry() == null) {
			this.planned.remove(new Try(before.fireTime(), before.attempt()));
			this.counts.givenUp++;
		}
		this.state = changed;
		this.version++;
	}

	private Instant time() {
		return Instant.ofEpochMilli(this.now);
	}

	private void check(boolean condition, String what, Object about) {
		if (!condition) {
			throw new AssertionError("%s: %s, seed %d, %s".formatted(what, about, this.seed, this.state));
		}
	}

	/**
	 * Write, if no other node did so since the entry was read.
	 */
	private boolean write(Node node, JobEntry entry, JobState changed, List<JobRun> records) {
		if (entry.version() != this.version && this.mistake != Mistake.STALE_WRITES) {
			return false;
		}
		JobState before = this.state;
		this.state = changed;
		this.version++;
		for (JobRun record : records) {
			Try attempt = Try.of(record);
			this.history.put(attempt, record);
			this.claimed.putIfAbsent(attempt, record.startedAt());
			if (record.attempt() == 0
					&& this.planned.keySet().removeIf((one) -> one.fireTime.equals(attempt.fireTime))) {
				this.counts.told++;
			}
			if (record.endedAt() != null && !before.stopping()) {
				plan(node, record);
			}
			this.planned.remove(attempt);
		}
		return true;
	}

	/**
	 * Work out by other means than the rules which attempt has to come.
	 */
	private void plan(Node node, JobRun run) {
		boolean failed = run.outcome() == Outcome.FAILED || run.outcome() == Outcome.TIMED_OUT;
		if (failed && run.attempt() < this.retries.maxAttempts()) {
			Instant at = at(run);
			Instant next = DueTimes.next(this.state, run.endedAt());
			if (at.isBefore(next)) {
				this.planned.put(new Try(run.fireTime(), run.attempt() + 1), new Planned(node, at));
				this.counts.planned++;
			}
		}
	}

	private Instant at(JobRun failed) {
		double delay = this.retries.delay().toMillis();
		for (int i = 1; i < failed.attempt(); i++) {
			delay *= this.retries.multiplier();
		}
		return failed.endedAt().plusMillis((long) Math.min(delay, this.retries.maxDelay().toMillis()));
	}

	private void begin(Node node, JobRun run, @Nullable Planned plan) {
		check(this.started.add(Try.of(run)), "twice", run);
		check(!run.fireTime().isBefore(this.latest), "after a newer fire time", run);
		check(run.attempt() <= this.retries.maxAttempts(), "too often", run);
		this.latest = run.fireTime();
		if (run.attempt() == 1) {
			return;
		}
		JobRun before = this.history.get(new Try(run.fireTime(), run.attempt() - 1));
		check(before != null && before.endedAt() != null, "before the former attempt has ended", run);
		if (before.outcome() == Outcome.LOST) {
			this.counts.afterLoss++;
			return;
		}
		check(before.outcome() == Outcome.FAILED || before.outcome() == Outcome.TIMED_OUT, "after no failure", run);
		check(!run.startedAt().isBefore(at(before)), "too early", run);
		check(!this.claimed.get(Try.of(run)).isAfter(at(before).plus(this.misfireThreshold)), "too late", run);
		this.counts.made++;
		this.counts.madeByOthers += (plan != null && plan.node != node) ? 1 : 0;
		this.counts.madeAfterDeath += (plan != null && plan.node.dead) ? 1 : 0;
	}

	/**
	 * An attempt of a fire time.
	 */
	private record Try(Instant fireTime, int attempt) {

		static Try of(JobRun run) {
			return new Try(run.fireTime(), run.attempt());
		}

	}

	/**
	 * An attempt that has to come.
	 */
	private record Planned(Node node, Instant at) {

		boolean isAfter(long time) {
			return this.at.toEpochMilli() > time;
		}

	}

	/**
	 * What happened in all schedules.
	 */
	static final class Counts {

		int planned;

		int made;

		int madeByOthers;

		int madeAfterDeath;

		int afterLoss;

		int told;

		int givenUp;

		@Override
		public String toString() {
			return ("%d attempts planned after a failure, %d made, %d of them by another node and %d after the death of "
					+ "the one that failed, %d attempts after a loss, %d told as not made, %d given up by people")
				.formatted(this.planned, this.made, this.madeByOthers, this.madeAfterDeath, this.afterLoss, this.told,
						this.givenUp);
		}

	}

	/**
	 * What could be wrong, and what it shows itself by.
	 */
	enum Mistake {

		/**
		 * There is none.
		 */
		NONE(""),

		/**
		 * The node that failed remembers the attempt, and not the store.
		 */
		KEPT_BY_THE_NODE("lost without a word"),

		/**
		 * The attempt stays planned when it begins.
		 */
		PLANNED_FOR_EVER("twice"),

		/**
		 * The attempt is planned by the clock of the node.
		 */
		CLOCK_OF_THE_NODE("too "),

		/**
		 * An entry is written that changed since it was read.
		 */
		STALE_WRITES(""),

		/**
		 * Each attempt after a failure is the second one.
		 */
		UNCOUNTED("twice"),

		/**
		 * An attempt stays planned when the next fire time runs.
		 */
		OUTLIVES_ITS_FIRE_TIME("after a newer fire time");

		final String shows;

		Mistake(String shows) {
			this.shows = shows;
		}

		JobChange made(JobState before, JobChange change, Node node) {
			JobRetry retry = change.state().retry();
			JobRun run = change.run();
			JobState state = change.state();
			if (this == KEPT_BY_THE_NODE && retry != null) {
				node.memory = retry;
				state = state.withRetry(null);
			}
			else if (this == CLOCK_OF_THE_NODE && retry != null && !retry.equals(before.retry())) {
				state = state
					.withRetry(new JobRetry(retry.fireTime(), retry.attempt(), retry.at().plusMillis(node.skew)));
			}
			else if (this == UNCOUNTED && retry != null) {
				state = state.withRetry(new JobRetry(retry.fireTime(), 2, retry.at()));
			}
			else if (this == PLANNED_FOR_EVER && run != null && run.attempt() > 1) {
				state = state.withRetry(before.retry());
			}
			else if (this == OUTLIVES_ITS_FIRE_TIME && run != null && run.attempt() == 1) {
				state = state.withRetry(before.retry());
			}
			return new JobChange(state, change.records(), run);
		}

	}

	/**
	 * One node, which does a step whenever it wakes up.
	 */
	final class Node {

		private JobRules rules = rules();

		private String name = name();

		/**
		 * How wrong its clock is, which must not matter.
		 */
		long skew = RetryCluster.this.random.nextInt(4000) - 2000;

		@Nullable JobRetry memory;

		private boolean dead;

		private long wakeAt = RetryCluster.this.now + RetryCluster.this.random.nextInt(1000);

		private Runnable next = this::look;

		private boolean calm;

		private long token;

		private @Nullable JobRun unstarted;

		private JobRules rules() {
			TriggerRules triggers = new TriggerRules(RetryCluster.this.trigger, 0, time(), Duration.ofMinutes(2),
					Duration.ofDays(30));
			return new JobRules(triggers, RetryCluster.this.retries, RetryCluster.this.misfireThreshold);
		}

		private String name() {
			return "node-" + RetryCluster.this.random.nextInt(1_000_000);
		}

		void proceed(boolean calm) {
			this.calm = calm;
			this.next.run();
		}

		/**
		 * A new node comes in place of this one. What it held stays until the lease ends.
		 */
		void die() {
			this.dead = true;
			RetryCluster.this.leaseEnd = Math.min(RetryCluster.this.leaseEnd, RetryCluster.this.now + LEASE);
			Node other = new Node();
			other.wakeAt += RetryCluster.this.random.nextInt(20_000);
			RetryCluster.this.nodes.set(RetryCluster.this.nodes.indexOf(this), other);
		}

		/**
		 * Go on after a while in which the lease is renewed, unless this node is paused.
		 */
		private void then(long millis, Runnable step) {
			Random random = RetryCluster.this.random;
			long awake = RetryCluster.this.now + 1 + millis;
			boolean paused = !this.calm && random.nextInt(40) == 0;
			this.wakeAt = awake + (paused ? random.nextInt(15_000) : random.nextInt(20));
			if (isHeld()) {
				RetryCluster.this.leaseEnd = awake + LEASE;
			}
			this.next = step;
		}

		private boolean isHeld() {
			return RetryCluster.this.holder == this && RetryCluster.this.now < RetryCluster.this.leaseEnd;
		}

		private void release() {
			if (RetryCluster.this.holder == this) {
				RetryCluster.this.holder = null;
			}
			then(0, this::look);
		}

		private JobEntry read() {
			JobState known = RetryCluster.this.state;
			boolean mine = this.memory != null && this.memory.fireTime().equals(known.lastFireTime())
					&& known.running() == null;
			return new JobEntry(RetryCluster.this.version, mine ? known.withRetry(this.memory) : known, time());
		}

		private void look() {
			JobEntry entry = read();
			JobStep step = this.rules.step(entry);
			if (step instanceof JobChange register) {
				then(5, () -> {
					write(this, entry, register.state(), register.records());
					this.memory = null;
					then(0, this::look);
				});
			}
			else if (step instanceof JobStep.TryLock) {
				lock();
			}
			else if (step instanceof JobStep.Rest rest) {
				then(Math.min(until(rest.nextFireTime()), until(rest.checkAt())), this::look);
			}
		}

		private long until(@Nullable Instant time) {
			long rest = (time != null) ? time.toEpochMilli() - RetryCluster.this.now : Long.MAX_VALUE;
			return Math.max(0, Math.min(rest, RetryCluster.this.state.paused() ? 5000 : 60_000));
		}

		private void lock() {
			if (RetryCluster.this.holder != null && RetryCluster.this.now < RetryCluster.this.leaseEnd) {
				then(150, this::look);
				return;
			}
			RetryCluster.this.holder = this;
			RetryCluster.this.leaseEnd = RetryCluster.this.now + LEASE;
			this.token = ++RetryCluster.this.tokens;
			then(2, this::claim);
		}

		private void claim() {
			JobEntry entry = read();
			JobChange claimed = this.rules.claim(entry, this.name, this.token, this.unstarted);
			if (claimed == null) {
				release();
				return;
			}
			JobChange change = RetryCluster.this.mistake.made(entry.state(), claimed, this);
			then(2, () -> claim(entry, change));
		}

		/**
		 * Write a claim, the answer of which may be lost.
		 */
		private void claim(JobEntry entry, JobChange change) {
			JobRun run = change.run();
			this.unstarted = run;
			Planned plan = (run != null) ? RetryCluster.this.planned.get(Try.of(run)) : null;
			boolean written = write(this, entry, change.state(), change.records());
			boolean answered = this.calm || RetryCluster.this.random.nextInt(20) != 0;
			if (written && answered && run != null) {
				then(2, () -> start(run, plan));
			}
			else {
				release();
			}
		}

		private void start(JobRun run, @Nullable Planned plan) {
			if (!isHeld()) {
				release();
				return;
			}
			this.unstarted = null;
			this.memory = null;
			begin(this, run, plan);
			then(RetryCluster.this.random.nextInt(6000), () -> ended(run));
		}

		private void ended(JobRun run) {
			boolean left = RetryCluster.this.retries.isLeft(run.attempt());
			if (isHeld()) {
				end(run, List.of(Outcome.SUCCEEDED, Outcome.FAILED, Outcome.FAILED, Outcome.TIMED_OUT)
					.get(RetryCluster.this.random.nextInt(4)));
			}
			else if (left) {
				release();
			}
			else {
				end(run, Outcome.LOST);
			}
		}

		private void end(JobRun run, Outcome outcome) {
			JobEntry entry = read();
			JobChange end = this.rules.end(entry, run, outcome, "out of paper");
			if (end == null) {
				release();
				return;
			}
			JobChange change = RetryCluster.this.mistake.made(entry.state(), end, this);
			then(2, () -> {
				if (write(this, entry, change.state(), change.records())) {
					release();
				}
				else {
					end(run, outcome);
				}
			});
		}

	}

}
