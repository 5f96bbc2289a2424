// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Deployments that are rolled out and back, canaries that are withdrawn, nodes that bring
 * another trigger though they are of the same version, nodes that pause or die: on the
 * rules alone, with a number for time.
 */
@Tag("safety")
class TriggerSimulationTests {

	private static final int SCHEDULES = Integer.getInteger("distlock.test.schedules",
			500 * Integer.getInteger("distlock.test.scale", 1));

	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	private static final long LONGEST_REST = TIMEOUT.toMillis() / 2;

	/**
	 * What the reference promises, and a second for the last look.
	 */
	private static final long BOUND = TIMEOUT.toMillis() * 5 / 2 + 1000;

	private static final int MOST_LOOKS = 200_000;

	@Test
	void everyJobHasATriggerThatALiveNodeBrings() {
		long seed = Long.getLong("distlock.test.seed", new Random().nextLong());
		System.out.println("TriggerSimulationTests seed " + seed);
		Random seeds = new Random(seed);
		long changes = 0;
		long unanswered = 0;
		long refused = 0;
		long claims = 0;
		long looks = 0;
		for (int i = 0; i < SCHEDULES; i++) {
			Deployment deployment = new Deployment((SCHEDULES == 1) ? seed : seeds.nextLong());
			deployment.run();
			changes += deployment.changes;
			unanswered += deployment.unanswered;
			refused += deployment.refused;
			claims += deployment.claimed.size();
			looks += deployment.looks;
		}
		System.out.printf(
				"%d schedules, %d looks, %d claims, %d changes of a trigger, %d of them of one without a live node, "
						+ "%d proposals refused%n",
				SCHEDULES, looks, claims, changes, unanswered, refused);
		assertThat(changes).isGreaterThan(SCHEDULES / 2);
		assertThat(unanswered).isPositive();
		assertThat(refused).isPositive();
	}

	/**
	 * One job and its nodes.
	 */
	private static final class Deployment {

		private final long seed;

		private final Random random;

		private final List<Node> nodes = new ArrayList<>();

		private final Set<Instant> claimed = new HashSet<>();

		private final int disturbances;

		private JobState state = JobState.unknown();

		private long version;

		private long now;

		/**
		 * Since when no live node brings the trigger.
		 */
		private long unownedSince = Long.MAX_VALUE;

		/**
		 * When a node last came, went or slept.
		 */
		private long disturbedAt;

		private int looks;

		private long changes;

		private long unanswered;

		private long refused;

		private @Nullable Node runner;

		private long runEnds;

		Deployment(long seed) {
			this.seed = seed;
			this.random = new Random(seed);
			this.now = Instant.parse("2026-05-01T00:00:00Z").toEpochMilli();
			this.disturbances = 2 + this.random.nextInt(6);
			int period = period();
			for (int i = 0; i < 1 + this.random.nextInt(3); i++) {
				start(period, 0);
			}
		}

		private int period() {
			return (1 + this.random.nextInt(4)) * 20_000;
		}

		private void start(int period, long version) {
			this.nodes.add(new Node(period, version, this.now, this.now + this.random.nextInt(2000)));
		}

		void run() {
			for (int i = 0; i < this.disturbances; i++) {
				pass(this.random.nextBoolean() ? this.random.nextInt(60_000) : this.random.nextInt(900_000));
				disturb();
			}
			pass(4 * BOUND);
			check(this.nodes.isEmpty() || this.unownedSince == Long.MAX_VALUE, "no owner at the end");
		}

		private void disturb() {
			this.disturbedAt = this.now;
			switch (this.random.nextInt(6)) {
				case 0 -> start(period(), 0);
				case 1 -> replace(period(), this.random.nextInt(3));
				case 2 -> this.nodes.get(this.random.nextInt(this.nodes.size())).sleep(this.random.nextInt(600_000));
				case 3 -> remove(this.random.nextInt(this.nodes.size()));
				case 4 -> remove(this.nodes.size() - 1);
				default -> start(this.nodes.get(0).period, this.nodes.get(0).version());
			}
			if (this.nodes.isEmpty()) {
				start(period(), 0);
			}
		}

		private void replace(int period, long version) {
			int count = this.nodes.size();
			for (int i = 0; i < count; i++) {
				start(period, version);
				pass(this.random.nextInt(20_000));
				remove(0);
				this.disturbedAt = this.now;
			}
		}

		private void remove(int index) {
			Node node = this.nodes.remove(index);
			if (this.runner == node) {
				this.runEnds = Long.MAX_VALUE;
			}
		}

		private void pass(long millis) {
			long end = this.now + millis;
			while (true) {
				Node next = null;
				for (Node node : this.nodes) {
					next = (next == null || node.checkAt < next.checkAt) ? node : next;
				}
				if (next == null || next.checkAt > end) {
					this.now = end;
					return;
				}
				this.now = Math.max(this.now, next.checkAt);
				check(++this.looks < MOST_LOOKS, "nodes do not rest");
				next.look();
				checkOwner();
			}
		}

		private Instant time() {
			return Instant.ofEpochMilli(this.now);
		}

		private boolean isBroughtByALiveNode() {
			return this.nodes.stream()
				.anyMatch((node) -> node.awakeAt <= this.now && node.rules.triggers().isSame(this.state));
		}

		/**
		 * A trigger whose nodes sleep may stay, and be replaced.
		 */
		private void checkOwner() {
			boolean free = this.state.running() == null && this.nodes.stream().anyMatch(Node::isRested);
			if (isBroughtByALiveNode() || !free) {
				this.unownedSince = Long.MAX_VALUE;
				return;
			}
			this.unownedSince = Math.min(this.unownedSince, this.now);
			check(this.now - this.unownedSince <= BOUND, "no owner for too long");
		}

		private void check(boolean condition, String what) {
			if (!condition) {
				throw new AssertionError("%s: seed %d, %s".formatted(what, this.seed, this.state));
			}
		}

		private void write(JobState changed) {
			boolean other = !changed.trigger().text().equals(this.state.trigger().text());
			if (other && !this.state.trigger().text().isEmpty()) {
				this.changes++;
				this.unanswered += changed.trigger().outranks(this.state.trigger()) ? 0 : 1;
				boolean peace = this.now > this.disturbedAt + 3 * BOUND && this.nodes.stream().allMatch(Node::isRested);
				check(!peace, "changes back and forth");
			}
			this.refused += (this.state.proposed() != null && changed.proposed() == null && !other) ? 1 : 0;
			this.state = changed;
		}

		private JobEntry entry() {
			return new JobEntry(++this.version, this.state, time());
		}

		/**
		 * A node that looks, runs what is due, and may sleep.
		 */
		private final class Node {

			private final JobRules rules;

			private final int period;

			private final long version;

			private final long startedAt;

			private long checkAt;

			private long awakeAt;

			private long sleptUntil;

			Node(int period, long version, long startedAt, long checkAt) {
				this.period = period;
				this.version = version;
				this.startedAt = startedAt;
				this.checkAt = checkAt;
				JobTrigger trigger = new RateFireTimes(Duration.ofMillis(period), Duration.ZERO, null);
				this.rules = new JobRules(new TriggerRules(trigger, version, Instant.ofEpochMilli(startedAt), TIMEOUT,
						Duration.ofDays(30)), RetryRules.of(1, null, 1, null), Duration.ofMinutes(1));
			}

			long version() {
				return this.version;
			}

			void sleep(long millis) {
				this.awakeAt = Math.max(this.awakeAt, Deployment.this.now + millis);
				this.checkAt = Math.max(this.checkAt, this.awakeAt);
				this.sleptUntil = this.awakeAt;
			}

			/**
			 * Return whether this node was awake for long enough to keep the bound.
			 */
			boolean isRested() {
				return Deployment.this.now - Math.max(this.startedAt, this.sleptUntil) > BOUND;
			}

			void look() {
				Deployment all = Deployment.this;
				if (all.runner == this && all.state.running() != null) {
					end();
					return;
				}
				if (all.state.trigger().text().isEmpty()) {
					write(this.rules.triggers().registered(all.state, time()));
					this.checkAt = all.now + 1;
					return;
				}
				follow(this.rules.step(entry()));
			}

			private void follow(JobStep step) {
				Deployment all = Deployment.this;
				long rest = LONGEST_REST;
				if (step instanceof JobChange register) {
					write(register.state());
					rest = 1;
				}
				else if (step instanceof JobStep.TryLock tryLock) {
					rest = isLocked() ? until(tryLock.nextFireTime(), 5000) : claim();
				}
				else if (step instanceof JobStep.Rest resting) {
					rest = Math.min(until(resting.nextFireTime(), rest), until(resting.checkAt(), rest));
				}
				this.checkAt = all.now + 1 + Math.min(rest, LONGEST_REST);
			}

			private long until(@Nullable Instant time, long longest) {
				return (time == null) ? longest
						: Math.max(0, Math.min(longest, time.toEpochMilli() - Deployment.this.now));
			}

			/**
			 * The lock of a dead node ends after a while.
			 */
			private boolean isLocked() {
				Deployment all = Deployment.this;
				JobRun running = all.state.running();
				boolean alive = all.runner != null && all.nodes.contains(all.runner) && all.runner.awakeAt <= all.now;
				return running != null
						&& (alive || running.startedAt().plusSeconds(30).toEpochMilli() > Deployment.this.now);
			}

			private long claim() {
				Deployment all = Deployment.this;
				JobChange change = this.rules.claim(entry(), "node", all.version, null);
				if (change == null) {
					return 0;
				}
				write(change.state());
				JobRun run = change.run();
				if (run == null) {
					return 0;
				}
				check(all.claimed.add(run.fireTime()), "a fire time twice");
				check(!run.fireTime().isBefore(time().minus(this.rules.misfireThreshold())), "too late");
				all.runner = this;
				return all.random.nextInt(10) == 0 ? all.random.nextInt(300_000) : all.random.nextInt(3000);
			}

			private void end() {
				Deployment all = Deployment.this;
				JobRun running = all.state.running();
				JobChange end = this.rules.end(entry(), running, Outcome.SUCCEEDED, null);
				check(end != null, "no end");
				write(end.state());
				all.runner = null;
				this.checkAt = all.now + 1;
			}

		}

	}

}
