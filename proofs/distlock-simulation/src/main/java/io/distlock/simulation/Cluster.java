// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.internal.scheduling.run.SimulatedJobs;
import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.lease.SimulatedEngines;
import io.distlock.local.SimulatedLedgers;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ledger.JobLedger;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * Nodes with real engines that share a simulated store. Checks what users rely on: a lock
 * has one trusted holder at a time, fencing tokens increase, waiting requests end, and no
 * lock is left held.
 */
final class Cluster {

	private static final long MILLI = 1_000_000;

	private static final Duration YEARS = Duration.ofDays(20_000);

	private static final Duration PERIOD = Duration.ofSeconds(10);

	private static final JobTrigger YEARLY = new CronFireTimes(CronExpression.parse("0 0 3 1 1 *"), ZoneOffset.UTC);

	private static final long SECOND = 1000 * MILLI;

	/**
	 * Time after the end of all faults in which each lock must be available again.
	 */
	private static final long RECOVERY = 10 * SECOND;

	private static final String ROLE = "leader";

	/**
	 * Number of the caller of each node that wants the role and never gives it up.
	 */
	private static final int CANDIDATE = -1;

	private static final long LEADER_SAMPLE = 100 * MILLI;

	private final VirtualTime time = new VirtualTime();

	private final Requests requests = new Requests();

	private final History history = new History(this.time);

	private final List<Member> members = new ArrayList<>();

	private final Map<String, KeyState> keys = new HashMap<>();

	private final Samples waits = new Samples();

	private final Samples gaps = new Samples();

	private final SplittableRandom random;

	private final Load load;

	private final SimulatedStore store;

	private final JobLedger ledger;

	/**
	 * Last fire times that have run, by job.
	 */
	private final Map<String, Instant> fired = new HashMap<>();

	private final String title;

	/**
	 * Whether nodes are granted a lock in the order of their requests, and not only some
	 * node.
	 */
	private final boolean ordered;

	private long stopAt = Long.MAX_VALUE;

	private long grants;

	/**
	 * Runs of jobs.
	 */
	private long runs;

	private int nodes;

	private long leaderlessSince;

	private long longestLeaderless;

	private @Nullable AssertionError failure;

	Cluster(StoreKind kind, Load load, int nodes, long seed) {
		this(kind, load, nodes, seed, Bug.NONE);
	}

	Cluster(StoreKind kind, Load load, int nodes, long seed, Bug bug) {
		this.title = "%s, %s, %d nodes, seed %d".formatted(kind, load, nodes, seed);
		this.ordered = kind != StoreKind.MARIADB;
		this.random = new SplittableRandom(seed);
		this.load = load;
		this.store = kind.create(this.time, bug, this.random.split(), load.lease);
		this.ledger = SimulatedLedgers.create(() -> Instant.EPOCH.plus(YEARS).plusNanos(this.time.now()),
				this.store::leaseLeft);
		for (int i = 0; i < nodes; i++) {
			this.members.add(new Member(this.nodes++));
		}
	}

	/**
	 * Run the load, and return what it has cost.
	 * @param warmUp the time that is not counted
	 * @param duration the time that is counted
	 */
	Figures run(Duration warmUp, Duration duration) {
		try (this.time) {
			step(warmUp);
			clear();
			if (this.load == Load.FAULTS) {
				scheduleFaults(duration.toNanos());
			}
			step(duration);
			Figures figures = figures(duration);
			stop();
			return figures;
		}
	}

	private void step(Duration duration) {
		this.time.run(duration.toNanos());
		check();
	}

	private void check() {
		if (this.failure != null) {
			throw this.failure;
		}
	}

	private void clear() {
		this.requests.clear();
		this.waits.clear();
		this.gaps.clear();
		this.grants = 0;
		this.runs = 0;
		this.members.forEach((member) -> member.grants = 0);
	}

	private Figures figures(Duration duration) {
		long least = this.members.stream().mapToLong((member) -> member.grants).min().orElse(0);
		long most = this.members.stream().mapToLong((member) -> member.grants).max().orElse(0);
		return new Figures(this.members.size(), this.grants, this.runs, this.requests.total(), duration, this.waits,
				this.gaps, least, most, this.longestLeaderless / MILLI, this.time.count());
	}

	/**
	 * Stop all callers, and wait until nothing happens any more.
	 */
	private void stop() {
		this.stopAt = this.time.now();
		this.members.forEach(Member::stop);
		boolean quiet = this.time.run(7200 * SECOND);
		check();
		if (!quiet) {
			fail("", "The cluster is not quiet two hours after the last request");
		}
		this.members.forEach(Member::checkEnd);
		check();
	}

	private void fail(String key, String message) {
		if (this.failure == null) {
			this.failure = new AssertionError("%s: %s, at %d ms%n%s".formatted(this.title, message,
					this.time.now() / MILLI, this.history.of(key)));
		}
	}

	/**
	 * Disturb one node after another, and at least every fiftieth node twice a second.
	 */
	private void scheduleFaults(long duration) {
		long calm = duration - RECOVERY - 2 * this.load.lease.toNanos();
		long pause = Math.min(SECOND / 2, 25 * SECOND / this.members.size());
		for (long at = 0; at < calm; at += pause) {
			this.time.in(at + this.random.nextLong(pause), this::disturb);
		}
		this.time.in(calm, () -> this.members.forEach((member) -> member.node.fail(0)));
		this.time.in(duration - SECOND, () -> this.members.forEach(Member::checkService));
		for (long at = 0; at < duration; at += LEADER_SAMPLE) {
			this.time.in(at, this::lookForLeader);
		}
		this.time.in(duration - SECOND, this::checkLeader);
	}

	/**
	 * Measure for how long no live node has trusted that it leads.
	 */
	private void lookForLeader() {
		KeyState role = this.keys.computeIfAbsent(ROLE, (added) -> new KeyState());
		boolean led = role.holder != null && role.holder.trusts(role);
		this.leaderlessSince = led ? 0 : (this.leaderlessSince > 0) ? this.leaderlessSince : this.time.now();
		long leaderless = led ? 0 : this.time.now() - this.leaderlessSince;
		this.longestLeaderless = Math.max(this.longestLeaderless, leaderless);
	}

	private void checkLeader() {
		if (this.leaderlessSince > 0) {
			fail(ROLE, "No node has led for %d ms".formatted((this.time.now() - this.leaderlessSince) / MILLI));
		}
	}

	private void disturb() {
		int index = this.random.nextInt(this.members.size());
		Member member = this.members.get(index);
		long longest = 2 * this.load.lease.toNanos();
		String event = switch (this.random.nextInt(5)) {
			case 0 -> {
				member.node.cut(this.random.nextLong(longest));
				yield "is cut off";
			}
			case 1 -> {
				member.node.silence(this.random.nextLong(longest));
				yield "gets no answers";
			}
			case 2 -> {
				member.node.pause(this.random.nextLong(longest));
				yield "pauses";
			}
			case 3 -> {
				member.node.fail(this.random.nextInt(100));
				yield "has a bad network";
			}
			default -> {
				member.die();
				this.members.set(index, new Member(this.nodes++));
				yield "dies";
			}
		};
		this.history.add("", member.node.name(), event);
	}

	private JobTrigger trigger(int job) {
		return (this.load == Load.IDLE_JOBS) ? YEARLY
				: new RateFireTimes(PERIOD, PERIOD.multipliedBy(job).dividedBy(100), null);
	}

	private String key(int caller) {
		if (caller == CANDIDATE) {
			return ROLE;
		}
		if (this.load.keys == 0) {
			return "own-" + caller;
		}
		int keys = (this.load.busyKeys > 0 && this.random.nextBoolean()) ? this.load.busyKeys : this.load.keys;
		return "key-" + this.random.nextInt(keys);
	}

	/**
	 * What is known of a key.
	 */
	private static final class KeyState {

		private @Nullable Caller holder;

		private long lastToken;

		private int waiting;

		/**
		 * Time of the last grant.
		 */
		private long grantedAt;

		/**
		 * Time at which the last holder left the lock, if callers waited then.
		 */
		private long freeSince;

	}

	/**
	 * A node with its engine and callers.
	 */
	private final class Member {

		private final Node node;

		private final LeaseLockEngine engine;

		private final LockOperations template;

		private final SimulatedJobs jobs;

		private final List<Caller> callers = new ArrayList<>();

		private long grants;

		Member(int number) {
			Cluster cluster = Cluster.this;
			this.node = new Node(number, cluster.time, cluster.random.split(), cluster.requests);
			LeaseSettings settings = LeaseSettings.of("simulation", this.node.name());
			this.engine = SimulatedEngines.create(cluster.store.connect(this.node), settings,
					(loss) -> cluster.history.add(loss.key(), this.node.name(), "loses token " + loss.fencingToken()),
					this.node, this.node);
			this.template = new LockTemplate(this.engine);
			this.jobs = new SimulatedJobs("simulation", this.node.name(), this.engine,
					new NodeLedger(this.node, cluster.ledger, cluster.store), this.node, this.node, this.node::sleep,
					cluster.random.split());
			for (int i = 0; i < cluster.load.jobs; i++) {
				String job = "job-" + i;
				this.jobs.add(job, trigger(i), () -> runs(job));
			}
			if (cluster.load.jobs > 0) {
				this.node.schedule(this.jobs::poll, cluster.random.nextLong(SECOND));
			}
			for (int i = 0; i < cluster.load.callers; i++) {
				Caller caller = new Caller(this, number * cluster.load.callers + i);
				this.callers.add(caller);
				this.node.schedule(caller::ask, cluster.random.nextLong(SECOND));
			}
			if (cluster.load == Load.FAULTS) {
				Caller candidate = new Caller(this, CANDIDATE);
				this.callers.add(candidate);
				this.node.schedule(candidate::ask, cluster.random.nextLong(SECOND));
			}
		}

		void stop() {
			this.callers.forEach(Caller::stop);
			this.jobs.stop();
		}

		/**
		 * Method of a job.
		 */
		private void runs(String job) {
			Cluster cluster = Cluster.this;
			Instant fireTime = ClusterJobContext.current().orElseThrow().fireTime();
			Instant last = cluster.fired.put(job, fireTime);
			cluster.history.add(job, this.node.name(), "runs for " + fireTime);
			if (last != null && !fireTime.isAfter(last)) {
				fail(job, "'%s' runs for %s after a run for %s".formatted(job, fireTime, last));
			}
			if (last != null && cluster.load == Load.JOBS && !fireTime.equals(last.plus(PERIOD))) {
				fail(job, "'%s' runs for %s after a run for %s".formatted(job, fireTime, last));
			}
			cluster.runs++;
			this.node.sleep(20 * MILLI);
		}

		void die() {
			this.node.die();
			this.callers.forEach(Caller::noLongerWaits);
		}

		void checkService() {
			this.callers.forEach(Caller::checkService);
		}

		void checkEnd() {
			if (this.engine.waiting() > 0 || this.engine.heldLeases() > 0) {
				fail("", "%s has %d waiting requests and %d held leases at the end".formatted(this.node.name(),
						this.engine.waiting(), this.engine.heldLeases()));
			}
		}

	}

	/**
	 * Requests one lock after another.
	 */
	private final class Caller {

		private final Member member;

		private final int number;

		private String key = "";

		private KeyState state = new KeyState();

		private long askedAt;

		private boolean waits;

		private @Nullable HeldLock lock;

		Caller(Member member, int number) {
			this.member = member;
			this.number = number;
		}

		void ask() {
			Cluster cluster = Cluster.this;
			if (cluster.time.now() >= cluster.stopAt) {
				return;
			}
			this.key = key(this.number);
			this.askedAt = cluster.time.now();
			this.state = cluster.keys.computeIfAbsent(this.key, (added) -> new KeyState());
			this.waits = true;
			this.state.waiting++;
			LockRequest request = LockRequest.of(this.key).leaseTime(cluster.load.lease).waitTime(Duration.ofHours(1));
			this.member.template.acquireAsync(request).whenComplete(this::answered);
		}

		private boolean isCandidate() {
			return this.number == CANDIDATE;
		}

		private void checkService() {
			long since = Cluster.this.ordered ? this.askedAt : Math.max(this.askedAt, this.state.grantedAt);
			long waited = Cluster.this.time.now() - since;
			if (this.waits && !isCandidate() && waited > RECOVERY + 2 * Cluster.this.load.lease.toNanos()) {
				fail(this.key, "A caller of %s has waited %d ms for '%s'".formatted(this.member.node.name(),
						waited / MILLI, this.key));
			}
		}

		private void noLongerWaits() {
			this.state.waiting -= this.waits ? 1 : 0;
			this.waits = false;
		}

		private void answered(@Nullable HeldLock lock, @Nullable Throwable failed) {
			noLongerWaits();
			if (lock != null) {
				granted(lock);
			}
			else if (failed instanceof LockNotAcquiredException && Cluster.this.time.now() < Cluster.this.stopAt) {
				fail(this.key, "A request for '%s' has ended after %d ms".formatted(this.key,
						(Cluster.this.time.now() - this.askedAt) / MILLI));
			}
			else {
				askLater();
			}
		}

		private void granted(HeldLock lock) {
			Cluster cluster = Cluster.this;
			KeyState state = this.state;
			long now = cluster.time.now();
			this.lock = lock;
			cluster.history.add(this.key, this.member.node.name(), "is granted token " + lock.fencingToken());
			if (lock.isHeld()) {
				Caller other = state.holder;
				if (other != null && other != this && other.trusts(state)) {
					fail(this.key, "'%s' has two holders".formatted(this.key));
				}
				if (lock.fencingToken() <= state.lastToken) {
					fail(this.key, "Token %d follows %d".formatted(lock.fencingToken(), state.lastToken));
				}
				state.holder = this;
				state.grantedAt = now;
				state.lastToken = lock.fencingToken();
			}
			if (!isCandidate()) {
				cluster.grants++;
				this.member.grants++;
				cluster.waits.add(now - this.askedAt);
			}
			if (state.freeSince > 0) {
				cluster.gaps.add(now - state.freeSince);
				state.freeSince = 0;
			}
			if (isCandidate()) {
				lock.onLost((loss) -> this.member.node.schedule(this::finish, 0));
			}
			else {
				this.member.node.schedule(this::finish, cluster.load.hold.toNanos());
			}
			if (now >= cluster.stopAt) {
				this.member.node.schedule(this::finish, 0);
			}
		}

		private boolean trusts(KeyState state) {
			HeldLock lock = this.lock;
			return this.state == state && lock != null && !this.member.node.isDead() && lock.isHeld();
		}

		void stop() {
			if (this.lock != null) {
				this.member.node.schedule(this::finish, Cluster.this.random.nextLong(10 * SECOND));
			}
		}

		private void finish() {
			HeldLock lock = this.lock;
			if (lock == null) {
				return;
			}
			KeyState state = this.state;
			if (lock.isHeld() && state.holder != this) {
				fail(this.key, "'%s' was granted to another node while it was held".formatted(this.key));
			}
			this.lock = null;
			state.freeSince = (state.waiting > 0) ? Cluster.this.time.now() : 0;
			Cluster.this.history.add(this.key, this.member.node.name(), "releases token " + lock.fencingToken());
			lock.close();
			askLater();
		}

		private void askLater() {
			long mean = Cluster.this.load.pause.toNanos();
			this.member.node.schedule(this::ask, (mean > 0) ? Cluster.this.random.nextLong(2 * mean) : 0);
		}

	}

}
