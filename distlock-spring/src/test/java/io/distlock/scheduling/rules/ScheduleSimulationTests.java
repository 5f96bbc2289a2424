// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.trigger.NoFireTimes;
import io.distlock.scheduling.trigger.OnceFireTimes;
import io.distlock.scheduling.trigger.RateFireTimes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A schedule that is made, changed and ended at run time, by callers who may die between
 * its two writes, on nodes that learn of it late, sleep in the middle of what they do and
 * die in runs, beside a node that has an annotated method of the same name: on the rules
 * alone, with a number for time.
 */
@Tag("safety")
class ScheduleSimulationTests {

	private static final int SCHEDULES = Integer.getInteger("distlock.test.schedules",
			1000 * Integer.getInteger("distlock.test.scale", 1));

	/**
	 * A node looks at the catalogue once in half of that, and trusts what it has read for
	 * all of it.
	 */
	private static final long TIMEOUT = Duration.ofMinutes(2).toMillis();

	private static final long LEASE = 30_000;

	private static final long LONGEST_RUN = 20_000;

	private static final long BOUND = TIMEOUT / 2 + 2 * LEASE + LONGEST_RUN;

	@Test
	void scheduleIsRunAsItWasLastMade() {
		long seed = Long.getLong("distlock.test.seed", new Random().nextLong());
		System.out.println("ScheduleSimulationTests seed " + seed);
		int[] counts = run(seed, SCHEDULES, Mistake.NONE);
		System.out.printf("%d schedules, %d revisions, %d runs, %d one-shots, %d lost, %d proposals, %d refused%n",
				SCHEDULES, counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
		assertThat(counts).doesNotContain(0);
	}

	@Test
	void lateNodeThatBringsItsTriggerBackIsFound() {
		assertFound(Mistake.NO_ORDER);
	}

	@Test
	void attemptOfAFormerScheduleIsFound() {
		assertFound(Mistake.RETRIED);
	}

	@Test
	void fireTimeOfAFormerScheduleIsFound() {
		assertFound(Mistake.STILL_DUE);
	}

	@Test
	void annotatedMethodThatRunsForAScheduleIsFound() {
		assertFound(Mistake.INTRUDER);
	}

	private static void assertFound(Mistake mistake) {
		long seed = new Random().nextLong();
		assertThatThrownBy(() -> run(seed, 3000, mistake)).as("seed %d", seed).isInstanceOf(AssertionError.class);
	}

	private static int[] run(long seed, int schedules, Mistake mistake) {
		Random seeds = new Random(seed);
		int[] counts = new int[6];
		for (int i = 0; i < schedules; i++) {
			Cluster cluster = new Cluster((schedules == 1) ? seed : seeds.nextLong(), mistake);
			cluster.run();
			for (int j = 0; j < counts.length; j++) {
				counts[j] += cluster.counts[j];
			}
		}
		return counts;
	}

	/**
	 * What the rules could get wrong.
	 */
	private enum Mistake {

		NONE, NO_ORDER, RETRIED, STILL_DUE, INTRUDER

	}

	/**
	 * What the catalogue has.
	 */
	private record Entry(long revision, JobTrigger trigger, long madeAt) {

	}

	/**
	 * Rules with a mistake.
	 */
	private record Wrong(OwnTrigger right, Mistake mistake) implements OwnTrigger {

		@Override
		public boolean owns(JobState state) {
			boolean blind = (this.mistake == Mistake.NO_ORDER && this.right instanceof ScheduleRules)
					|| (this.mistake == Mistake.INTRUDER && this.right instanceof TriggerRules);
			return blind || this.right.owns(state);
		}

		@Override
		public boolean standBy() {
			return this.right.standBy();
		}

		@Override
		public boolean replaces(JobState state) {
			return this.mistake != Mistake.STILL_DUE && this.right.replaces(state);
		}

		@Override
		public boolean isReplaced(JobState state) {
			return this.mistake != Mistake.RETRIED && this.mistake != Mistake.STILL_DUE && this.right.isReplaced(state);
		}

		@Override
		public boolean isSame(JobState state) {
			return this.right.isSame(state);
		}

		@Override
		public boolean isNext(JobState state) {
			return this.right.isNext(state);
		}

		@Override
		public boolean isAlone(JobState state, Instant now) {
			return this.right.isAlone(state, now);
		}

		@Override
		public JobState registered(JobState unknown, Instant now) {
			return this.right.registered(unknown, now);
		}

		@Override
		public JobState said(JobState state, Instant now, boolean idle) {
			return this.right.said(state, now, idle);
		}

		@Override
		public @Nullable Instant lookAt(JobState state) {
			return this.right.lookAt(state);
		}

	}

	/**
	 * One schedule and its nodes.
	 */
	private static final class Cluster {

		private final long seed;

		private final Random random;

		private final Mistake mistake;

		private final List<Node> nodes = new ArrayList<>();

		private final Set<Instant> claimed = new HashSet<>();

		private final Map<Long, Integer> firstAttempts = new HashMap<>();

		/**
		 * Revisions, runs, one-shots that ran, lost runs, proposals, refused changes.
		 */
		private final int[] counts = new int[6];

		private JobState state = JobState.unknown();

		private long version;

		private Entry catalogue = new Entry(ScheduleRules.FIRST_REVISION, new NoFireTimes(), 0);

		/**
		 * The latest revision whose caller had both answers.
		 */
		private long done = ScheduleRules.FIRST_REVISION;

		private long now = Instant.parse("2026-05-01T00:00:00Z").toEpochMilli();

		private @Nullable Node runner;

		private boolean annotated;

		Cluster(long seed, Mistake mistake) {
			this.seed = seed;
			this.random = new Random(seed);
			this.mistake = mistake;
		}

		void run() {
			if (this.random.nextInt(8) == 0) {
				this.annotated = true;
				this.nodes.add(new Node(true));
			}
			for (int i = 0; i < 1 + this.random.nextInt(3); i++) {
				this.nodes.add(new Node(false));
			}
			for (int i = 0; i < 15; i++) {
				pass(this.random.nextInt(3) == 0 ? this.random.nextInt(200_000) : this.random.nextInt(5000));
				disturb();
			}
			this.nodes.forEach((node) -> node.asleepUntil = Math.min(node.asleepUntil, this.now));
			this.nodes.add(new Node(false));
			pass(2 * TIMEOUT + BOUND);
			checkEnd();
		}

		private void disturb() {
			switch (this.random.nextInt(8)) {
				case 0, 1 ->
					call(new RateFireTimes(Duration.ofMillis(5000 + this.random.nextInt(60_000)), Duration.ZERO, null));
				case 2, 3 ->
					call(new OnceFireTimes(Instant.ofEpochMilli(this.now - 20_000 + this.random.nextInt(100_000)),
							null));
				case 4 -> call(new NoFireTimes());
				case 5 -> this.nodes.get(this.random.nextInt(this.nodes.size())).sleep();
				case 6 -> {
					if (this.nodes.size() > 1) {
						this.nodes.remove(this.random.nextInt(this.nodes.size()));
					}
				}
				default -> this.nodes.add(new Node(this.annotated && this.random.nextBoolean()));
			}
		}

		/**
		 * Schedule, as a caller who may die between the writes, or whose second write is
		 * late or refused.
		 */
		private void call(JobTrigger trigger) {
			this.catalogue = new Entry(this.catalogue.revision() + 1, trigger, this.now);
			this.counts[0]++;
			if (this.random.nextInt(4) == 0) {
				return;
			}
			pass(this.random.nextInt(500));
			for (int i = 0; i < 100; i++) {
				JobRules rules = rules(new ScheduleRules(this.catalogue.trigger(), this.catalogue.revision(), time()));
				if (this.version == 0) {
					// Also one that has ended, so that a late node finds it.
					write(rules.triggers().registered(this.state, time()));
				}
				if (!ScheduleRules.isSchedule(this.state.trigger()) && this.version != 0) {
					this.counts[5]++;
					return;
				}
				if (!(rules.step(entry()) instanceof JobStep.Register register)) {
					break;
				}
				write(register.state());
			}
			this.done = this.catalogue.revision();
		}

		private JobRules rules(OwnTrigger right) {
			return new JobRules(new Wrong(right, this.mistake), RetryRules.of(3, Duration.ofSeconds(2), 1, null),
					new DueTimes(Duration.ofMinutes(10)));
		}

		private void pass(long millis) {
			long end = this.now + millis;
			while (true) {
				Node next = null;
				for (Node node : this.nodes) {
					next = (next == null || node.at() < next.at()) ? node : next;
				}
				if (next == null || next.at() > end) {
					this.now = end;
					return;
				}
				this.now = Math.max(this.now, next.at());
				next.act();
			}
		}

		private void checkEnd() {
			if (this.version == 0 || !ScheduleRules.isSchedule(this.state.trigger())) {
				check(this.annotated || this.catalogue.trigger() instanceof NoFireTimes, "no node has the schedule");
				return;
			}
			check(this.state.trigger().version() == this.catalogue.revision(), "an old revision at the end");
			JobTrigger last = this.catalogue.trigger();
			if (last instanceof OnceFireTimes) {
				int runs = this.firstAttempts.getOrDefault(this.catalogue.revision(), 0);
				check(runs == 1, "%d runs of a one-shot".formatted(runs));
				this.counts[2]++;
			}
			if (last instanceof NoFireTimes) {
				check(this.state.running() == null || this.runner != null, "a run that no node ends");
			}
		}

		private Instant time() {
			return Instant.ofEpochMilli(this.now);
		}

		private JobEntry entry() {
			return new JobEntry(this.version, this.state, time());
		}

		private void write(JobState changed) {
			this.counts[4] += (changed.proposed() != null) ? 1 : 0;
			check(changed.trigger().version() >= this.state.trigger().version()
					|| !ScheduleRules.isLive(this.state.trigger()), "an old trigger came back");
			this.state = changed;
			this.version++;
		}

		private void check(boolean condition, String what) {
			if (!condition) {
				throw new AssertionError("%s: seed %d, %s, %s".formatted(what, this.seed, this.state, this.catalogue));
			}
		}

		/**
		 * A node that looks at the catalogue and the job, and runs what is due.
		 */
		private final class Node {

			private final boolean method;

			private final long startedAt = Cluster.this.now;

			private Entry known = new Entry(0, new NoFireTimes(), 0);

			private long catalogueAt = Cluster.this.now;

			private long knownAt = Long.MIN_VALUE / 2;

			private long lookAt = Cluster.this.now;

			private long asleepUntil;

			private @Nullable JobEntry read;

			private @Nullable JobRun run;

			private @Nullable JobRules runRules;

			Node(boolean method) {
				this.method = method;
			}

			void sleep() {
				this.asleepUntil = Cluster.this.now + Cluster.this.random.nextInt(400_000);
			}

			long at() {
				return Math.max(this.asleepUntil, (this.run != null) ? this.lookAt
						: Math.min(this.lookAt, this.method ? Long.MAX_VALUE : this.catalogueAt));
			}

			void act() {
				Cluster all = Cluster.this;
				JobRun running = this.run;
				JobRules ofRun = this.runRules;
				if (running != null && ofRun != null) {
					end(running, ofRun);
				}
				else if (!this.method && this.catalogueAt <= all.now) {
					this.known = all.catalogue;
					this.knownAt = all.now;
					this.catalogueAt = all.now + TIMEOUT / 2;
				}
				else {
					look();
				}
			}

			private void look() {
				Cluster all = Cluster.this;
				this.lookAt = all.now + 1 + all.random.nextInt(15_000);
				boolean knows = this.known.revision() != 0 && all.now - this.knownAt <= TIMEOUT;
				if (!this.method && !knows) {
					return;
				}
				// What was read may be old when it is written.
				JobEntry now = this.read;
				this.read = null;
				if (now == null) {
					this.read = entry();
					this.lookAt = all.now + (all.random.nextInt(5) == 0 ? all.random.nextInt(2000) : 0);
					return;
				}
				act(now, rules(this.method
						? new TriggerRules(new RateFireTimes(Duration.ofSeconds(7), Duration.ZERO, null), 0,
								Instant.ofEpochMilli(this.startedAt), Duration.ofMillis(TIMEOUT))
						: new ScheduleRules(this.known.trigger(), this.known.revision(),
								Instant.ofEpochMilli(this.known.madeAt()))));
			}

			private void act(JobEntry read, JobRules rules) {
				Cluster all = Cluster.this;
				JobStep step = rules.step(read);
				if (step instanceof JobStep.Register register && read.version() == all.version) {
					write(register.state());
					this.lookAt = all.now;
				}
				else if (step instanceof JobStep.TryLock && !isLocked()) {
					JobEntry held = new JobEntry(all.version, all.state, time());
					JobChange change = rules.claim(held, "node", all.version, null);
					if (change != null) {
						claimed(change, rules);
					}
				}
			}

			private boolean isLocked() {
				JobRun running = Cluster.this.state.running();
				return running != null && running.startedAt().toEpochMilli() + LEASE > Cluster.this.now;
			}

			private void claimed(JobChange change, JobRules rules) {
				Cluster all = Cluster.this;
				boolean schedules = ScheduleRules.isLive(all.state.trigger());
				all.counts[3] += (all.state.running() != null) ? 1 : 0;
				JobRun begun = change.run();
				long revision = all.state.trigger().version();
				if (begun != null) {
					check(schedules != this.method, "a run for another's trigger");
					check(this.method || revision == this.known.revision(), "a run with other parameters");
					check(this.method || revision >= all.done, "a run of a schedule that was replaced");
					check(begun.attempt() > 1 || all.claimed.add(begun.fireTime()), "a fire time twice");
					int first = (begun.attempt() == 1) ? 1 : 0;
					all.counts[1]++;
					if (rules.triggers() instanceof Wrong wrong && wrong.right() instanceof ScheduleRules own
							&& own.trigger() instanceof OnceFireTimes) {
						check(all.firstAttempts.merge(revision, first, Integer::sum) <= 1, "a one-shot twice");
					}
				}
				write(change.state());
				if (begun != null) {
					this.run = begun;
					this.runRules = rules;
					this.lookAt = all.now + all.random.nextInt((int) LONGEST_RUN);
				}
			}

			private void end(JobRun running, JobRules rules) {
				Cluster all = Cluster.this;
				this.run = null;
				this.lookAt = all.now;
				Outcome outcome = all.random.nextInt(3) == 0 ? Outcome.FAILED : Outcome.SUCCEEDED;
				JobChange end = rules.end(entry(), running, outcome, null);
				if (end != null) {
					check(end.state().retry() == null
							|| end.state().trigger().version() == all.state.trigger().version(),
							"an attempt of a schedule that was replaced is planned");
					write(end.state());
				}
			}

		}

	}

}
