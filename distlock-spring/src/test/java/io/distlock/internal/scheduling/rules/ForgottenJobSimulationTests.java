// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.NoFireTimes;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that come and go, bring a job with different triggers or on demand only, and look
 * at it as seldom as they may, while others forget what no node confirms: on the rules
 * alone, with a number for time.
 */
@Tag("safety")
class ForgottenJobSimulationTests {

	private static final int SCHEDULES = Integer.getInteger("distlock.test.schedules",
			1000 * Integer.getInteger("distlock.test.scale", 1));

	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	private static final Duration FORGET_AFTER = Duration.ofMinutes(40);

	private static final long LONGEST_REST = TIMEOUT.toMillis() / 2;

	@Test
	void jobIsForgottenIfAndOnlyIfNoLiveNodeBringsIt() {
		long seed = Long.getLong("distlock.test.seed", new Random().nextLong());
		System.out.println("ForgottenJobSimulationTests seed " + seed);
		Random seeds = new Random(seed);
		int removed = 0;
		int confirmed = 0;
		for (int i = 0; i < SCHEDULES; i++) {
			Job job = new Job((SCHEDULES == 1) ? seed : seeds.nextLong());
			job.run();
			removed += job.removed;
			confirmed += job.confirmed;
		}
		System.out.printf("%d schedules, %d jobs forgotten, %d confirmed in time%n", SCHEDULES, removed, confirmed);
		assertThat(removed).isGreaterThanOrEqualTo(SCHEDULES);
		assertThat(confirmed).isGreaterThan(SCHEDULES);
	}

	/**
	 * One job, its nodes, and those who forget it.
	 */
	private static final class Job {

		private final List<Node> nodes = new ArrayList<>();

		private final long seed;

		private final Random random;

		private JobState state = JobState.unknown();

		private long version;

		private long now = Instant.parse("2026-05-01T00:00:00Z").toEpochMilli();

		private int removed;

		private int confirmed;

		Job(long seed) {
			this.seed = seed;
			this.random = new Random(seed);
		}

		void run() {
			for (int i = 0; i < 1 + this.random.nextInt(3); i++) {
				start();
			}
			for (int i = 0; i < 12; i++) {
				pass(this.random.nextInt((int) FORGET_AFTER.toMillis()));
				if (this.random.nextInt(3) == 0) {
					disturb();
				}
				forget();
			}
			this.nodes.clear();
			int before = this.removed;
			boolean known = this.version != 0;
			pass(FORGET_AFTER.toMillis());
			forget();
			check(!known || this.removed > before, "not forgotten though no node is left");
		}

		private void start() {
			JobTrigger trigger = this.random.nextInt(4) == 0 ? new NoFireTimes()
					: new RateFireTimes(Duration.ofSeconds(600 + this.random.nextInt(3)), Duration.ZERO, null);
			this.nodes.add(new Node(trigger, this.random.nextInt(2), this.now));
		}

		private void disturb() {
			if (this.nodes.isEmpty() || this.random.nextBoolean()) {
				start();
			}
			else {
				this.nodes.remove(this.random.nextInt(this.nodes.size()));
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
				next.look();
			}
		}

		/**
		 * Forget the job, as one that reads what may have changed meanwhile.
		 */
		private void forget() {
			long read = this.version;
			boolean forgotten = TriggerRules.isForgotten(entry(), FORGET_AFTER);
			pass(this.random.nextInt(3));
			if (forgotten && this.version == read) {
				check(this.nodes.stream().noneMatch(Node::hasLooked), "forgotten though a node brings it");
				this.state = JobState.unknown();
				this.version = 0;
				this.removed++;
			}
		}

		private JobEntry entry() {
			return new JobEntry(this.version, this.state, Instant.ofEpochMilli(this.now));
		}

		private void write(JobState changed) {
			this.state = changed;
			this.version = this.now * 100 + this.random.nextInt(100);
		}

		private void check(boolean condition, String what) {
			if (!condition) {
				throw new AssertionError("%s: seed %d, %s".formatted(what, this.seed, this.state));
			}
		}

		/**
		 * A node that brings the job.
		 */
		private final class Node {

			private final JobRules rules;

			private long checkAt;

			private boolean looked;

			Node(JobTrigger trigger, long version, long startedAt) {
				this.rules = new JobRules(
						TriggerRules.of(trigger, version, Instant.ofEpochMilli(startedAt), TIMEOUT, FORGET_AFTER),
						RetryRules.of(1, null, 1, null), Duration.ofMinutes(1));
				this.checkAt = startedAt + Job.this.random.nextInt(1000);
			}

			/**
			 * A node that has only just started registers the job anew if it is
			 * forgotten.
			 */
			boolean hasLooked() {
				return this.looked;
			}

			void look() {
				Job job = Job.this;
				this.looked = true;
				RegisteredTrigger known = job.state.trigger();
				for (int i = 0; i < 10 && this.rules.step(entry()) instanceof JobChange register; i++) {
					write(register.state());
				}
				RegisteredTrigger now = job.state.trigger();
				job.confirmed += now.equals(known.confirmed(now.confirmedAt())) && !now.equals(known) ? 1 : 0;
				boolean soon = job.random.nextInt(3) == 0;
				this.checkAt = job.now + 1 + (soon ? job.random.nextInt(1000) : LONGEST_REST - 1);
			}

		}

	}

}
