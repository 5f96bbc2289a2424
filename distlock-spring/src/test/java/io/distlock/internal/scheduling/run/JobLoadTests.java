// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import io.distlock.internal.scheduling.run.VirtualNodes.Node;
import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What jobs ask of the store, counted, and that nodes notice in time all the same what
 * others do. Time is a number.
 */
class JobLoadTests {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Duration TICK = Duration.ofMillis(50);

	private static final JobTrigger YEARLY = new CronFireTimes(CronExpression.parse("0 0 3 1 1 *"), ZoneOffset.UTC);

	private final VirtualNodes nodes = new VirtualNodes();

	private final List<Node> all = List.of(this.nodes.add("a"), this.nodes.add("b"), this.nodes.add("c"));

	private static JobTrigger every(Duration period) {
		return new RateFireTimes(period, Duration.ZERO, null);
	}

	private void watchEverywhere(String job, JobTrigger trigger, int maxAttempts, Runnable body) {
		for (Node node : this.all) {
			node.watch(job, trigger, maxAttempts, body);
			this.nodes.pass(Duration.ofMillis(700));
		}
	}

	@Test
	void thousandIdleJobsOnThreeNodesAskFiveTimesASecondAtMost() {
		for (Node node : this.all) {
			for (int i = 0; i < 1000; i++) {
				node.watch("job-" + i, YEARLY, 1, () -> {
				});
			}
			this.nodes.pass(Duration.ofSeconds(7));
		}
		this.nodes.pass(MINUTE.multipliedBy(2));
		this.all.forEach(Node::takeLongestUnread);
		this.nodes.takeAsked();
		this.nodes.pass(MINUTE.multipliedBy(10));
		assertThat(this.nodes.takeAsked()).as("in ten minutes").isLessThanOrEqualTo(36);
		assertThat(this.all).as("each node reads each job every minute")
			.allSatisfy((node) -> assertThat(node.takeLongestUnread()).isBetween(MINUTE.dividedBy(2), MINUTE));
	}

	@Test
	void longRunThatMayBeRepeatedIsWaitedForWithTwoQuestionsASecondAtMost() {
		assertLongRunAsksTwiceASecondAtMost(Duration.ofHours(1), 3);
		assertThat(this.nodes.leasesAsked()).isPositive();
		assertThat(this.nodes.leasesAskedInLooks()).isZero();
	}

	@Test
	void longRunPastItsNextFireTimesIsWaitedForWithTwoQuestionsASecondAtMost() {
		assertLongRunAsksTwiceASecondAtMost(Duration.ofSeconds(1), 1);
	}

	private void assertLongRunAsksTwiceASecondAtMost(Duration period, int maxAttempts) {
		AtomicLong asked = new AtomicLong();
		watchEverywhere("long", new RateFireTimes(period, Duration.ofSeconds(10), null), maxAttempts, () -> {
			if (asked.get() == 0) {
				this.nodes.pass(Duration.ofSeconds(10));
				this.nodes.takeAsked();
				this.nodes.pass(MINUTE.multipliedBy(5));
				asked.set(this.nodes.takeAsked());
			}
		});
		this.nodes.pass(Duration.ofSeconds(20));
		assertThat(asked.get()).as("in five minutes").isBetween(1L, 600L);
		assertThat(this.nodes.history("long")).extracting(JobRun::outcome).contains(Outcome.SUCCEEDED);
	}

	@Test
	void storeThatRefusesToWriteIsAskedEveryFiveSecondsAndAtOnceAfterwards() {
		watchEverywhere("refused", every(Duration.ofSeconds(1)), 1, () -> {
		});
		this.nodes.pass(Duration.ofSeconds(10));
		this.nodes.readOnly(true);
		this.nodes.pass(MINUTE);
		this.nodes.takeAsked();
		this.nodes.pass(MINUTE);
		assertThat(this.nodes.takeAsked()).as("two questions of three nodes in a minute").isLessThanOrEqualTo(80);
		this.nodes.readOnly(false);
		int before = this.nodes.history("refused").size();
		this.nodes.pass(Duration.ofSeconds(15));
		assertThat(this.nodes.history("refused").size() - before).isGreaterThanOrEqualTo(10);
	}

	@Test
	void runOfEachSecondAsksEightTimesAtMostAndGoesRound() {
		watchEverywhere("busy", every(Duration.ofSeconds(1)), 1, () -> {
		});
		this.nodes.pass(Duration.ofSeconds(5));
		int before = this.nodes.history("busy").size();
		this.nodes.takeAsked();
		this.nodes.pass(Duration.ofSeconds(300));
		List<JobRun> runs = this.nodes.history("busy").stream().limit(300).toList();
		assertThat(this.nodes.history("busy")).hasSizeBetween(before + 299, before + 301);
		assertThat(this.nodes.takeAsked()).isLessThanOrEqualTo(8 * 301);
		for (int from = 0; from < 300; from += 100) {
			Map<String, Long> shares = runs.subList(from, from + 100)
				.stream()
				.collect(Collectors.groupingBy(JobRun::node, Collectors.counting()));
			assertThat(shares.values()).as("of 100 runs").allMatch((share) -> share <= 66);
		}
		assertThat(runs).allMatch((run) -> Duration.between(run.fireTime(), run.startedAt()).toMillis() <= 100);
	}

	/**
	 * A poll, the lock, the claim, the end, and the release.
	 */
	@Test
	void runOfOneNodeIsFiveRequests() {
		this.all.get(0).watch("alone", every(Duration.ofSeconds(1)), 1, () -> this.nodes.pass(TICK));
		this.nodes.pass(Duration.ofSeconds(5).plusMillis(500));
		int before = this.nodes.history("alone").size();
		this.nodes.takeAsked();
		this.nodes.pass(MINUTE);
		assertThat(this.nodes.history("alone")).hasSize(before + 60);
		assertThat(this.nodes.takeAsked()).isEqualTo(5 * 60);
	}

	/**
	 * The end is a time of the store, and not by as much later as the claim was.
	 */
	@Test
	void claimThatArrivesLateSkipsWhatCameUntilThenOnly() {
		this.all.get(0).watch("late", every(Duration.ofSeconds(1)), 1, () -> {
		});
		this.nodes.pass(Duration.ofSeconds(5).plusMillis(500));
		List<Instant> before = ranAt("late");
		this.nodes.delayNextWrite(Duration.ofSeconds(3).plusMillis(500));
		this.nodes.pass(Duration.ofSeconds(10));
		Instant late = before.get(0).plusSeconds(1);
		assertThat(ranAt("late")).startsWith(before.get(0).plusSeconds(10))
			.containsSubsequence(late.plusSeconds(5), late.plusSeconds(4), late, before.get(0))
			.doesNotContain(late.plusSeconds(1), late.plusSeconds(3));
	}

	private List<Instant> ranAt(String job) {
		return this.nodes.history(job)
			.stream()
			.filter((run) -> run.outcome() == Outcome.SUCCEEDED)
			.map(JobRun::fireTime)
			.toList();
	}

	@Test
	void changeDuringARunIsKeptWhenItsEndIsRecorded() {
		this.all.get(0).watch("paused", every(Duration.ofSeconds(1)), 1, () -> {
			this.nodes.pass(TICK);
			this.nodes.change("paused", this.nodes.state("paused").withPausedSince(this.nodes.time()));
		});
		this.nodes.pass(Duration.ofSeconds(20));
		assertThat(this.nodes.state("paused").paused()).isTrue();
		assertThat(this.nodes.state("paused").running()).isNull();
		assertThat(this.nodes.history("paused")).extracting(JobRun::outcome).containsExactly(Outcome.SUCCEEDED);
	}

	/**
	 * As soon as before there were so few looks: half a second after the end of the
	 * lease.
	 */
	@Test
	void runOfADeadNodeIsTakenOverWhenItsLeaseEnds() {
		for (int i = 0; i < 40; i++) {
			VirtualNodes cluster = new VirtualNodes();
			List<Node> members = List.of(cluster.add("a"), cluster.add("b"), cluster.add("c"));
			Duration life = Duration.ofMillis(37L + i * 1_973);
			AtomicReference<Instant> diedAt = new AtomicReference<>();
			AtomicReference<Instant> takenOver = new AtomicReference<>();
			for (Node node : members) {
				node.watch("job", every(Duration.ofHours(1)), 3, () -> {
					if (diedAt.get() != null) {
						takenOver.compareAndSet(null, cluster.time());
						return;
					}
					cluster.pass(life);
					diedAt.set(cluster.time());
					node.die();
					cluster.pass(VirtualNodes.LEASE.plusSeconds(5));
				});
			}
			cluster.pass(MINUTE.multipliedBy(3));
			long third = VirtualNodes.LEASE.toMillis() / 3;
			Duration lease = VirtualNodes.LEASE.minusMillis(life.toMillis() % third);
			assertThat(Duration.between(diedAt.get(), takenOver.get())).as("after a life of %s", life)
				.isBetween(lease, lease.plusMillis(500));
		}
	}

	/**
	 * A node that stops breaks a run off which others may repeat: the lock is free, and
	 * nothing is recorded.
	 */
	@Test
	void lockThatIsReleasedInARunIsNoticedWithinFiveSeconds() {
		List<Instant> starts = new ArrayList<>();
		for (Node node : this.all) {
			node.watch("job", every(Duration.ofHours(1)), 3, () -> {
				starts.add(this.nodes.time());
				if (starts.size() == 1) {
					this.nodes.pass(Duration.ofSeconds(77));
					starts.add(this.nodes.time());
					node.releaseAll();
					this.nodes.pass(Duration.ofSeconds(20));
				}
			});
		}
		this.nodes.pass(MINUTE.multipliedBy(3));
		assertThat(starts).hasSize(3);
		assertThat(Duration.between(starts.get(1), starts.get(2))).isLessThanOrEqualTo(Duration.ofMillis(5100));
	}

	@Test
	void jobThatIsResumedRunsWithinFiveSeconds() {
		watchEverywhere("job", every(Duration.ofSeconds(1)), 1, () -> {
		});
		this.nodes.pass(Duration.ofSeconds(10));
		this.nodes.change("job", this.nodes.state("job").withPausedSince(this.nodes.time()));
		int before = this.nodes.history("job").size();
		this.nodes.pass(MINUTE);
		assertThat(this.nodes.history("job")).as("while it is paused").hasSize(before);
		this.nodes.takeAsked();
		this.nodes.pass(MINUTE);
		assertThat(this.nodes.takeAsked()).as("in a minute").isLessThanOrEqualTo(3 * 12 + 3);
		Instant resumed = this.nodes.time();
		this.nodes.change("job", this.nodes.state("job").withPausedSince(null).withSince(resumed));
		this.nodes.pass(Duration.ofMillis(5100));
		assertThat(this.nodes.history("job")).hasSizeGreaterThan(before);
	}

	/**
	 * A node refuses a proposal at its next look, so each must come within a minute.
	 */
	@Test
	void triggerOfAnotherNodeIsFollowedWithinAMinute() {
		watchEverywhere("job", YEARLY, 1, () -> {
		});
		this.nodes.pass(MINUTE.multipliedBy(3).plusSeconds(20));
		List<Instant> runs = new ArrayList<>();
		for (Node node : this.all) {
			node.takeLongestUnread();
		}
		Node changed = this.nodes.add("d");
		changed.watch("job", every(Duration.ofSeconds(1)), 1, () -> runs.add(this.nodes.time()));
		this.nodes.pass(Duration.ofSeconds(2));
		assertThat(this.nodes.state("job").trigger().text()).startsWith("rate PT1S");
		changed.die();
		int before = this.nodes.history("job").size();
		this.nodes.pass(MINUTE.plus(TICK));
		assertThat(this.nodes.history("job")).as("by the nodes that bring another").hasSizeGreaterThan(before);
	}

	/**
	 * The trigger of a node that has gone is replaced within five minutes.
	 */
	@Test
	void triggerWithoutALiveNodeIsReplacedWithinFiveMinutes() {
		watchEverywhere("job", every(Duration.ofSeconds(1)), 1, () -> {
		});
		this.nodes.pass(Duration.ofSeconds(30));
		Node canary = this.nodes.add("canary");
		canary.watch("job", YEARLY, 1, () -> {
		});
		this.nodes.pass(Duration.ofSeconds(10));
		assertThat(this.nodes.state("job").trigger().text()).startsWith("cron 0 0 3 1 1 *");
		canary.die();
		this.nodes.pass(MINUTE.multipliedBy(5));
		assertThat(this.nodes.state("job").trigger().text()).startsWith("rate PT1S");
	}

}
