// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.run.SimulatedCluster.Claim;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that are paused, die, and do not hear from the store, each at any step. One
 * thread at a time runs, so that a seed always gives the same history.
 */
@Tag("safety")
class JobSimulationTests {

	private static final int ROUNDS = 25 * Integer.getInteger("distlock.test.scale", 1);

	private static final long PERIOD = 1000;

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.distlock.internal.scheduling");

	/**
	 * Thousands of errors that are wanted.
	 */
	@BeforeEach
	void beQuiet() {
		this.logger.setLevel(Level.OFF);
	}

	@AfterEach
	void beLoudAgain() {
		this.logger.setLevel(null);
	}

	@Test
	void noFireTimeIsClaimedTwiceOrLost() throws Exception {
		long seed = new Random().nextLong();
		System.out.println("JobSimulationTests seed " + seed);
		Random seeds = new Random(seed);
		int claims = 0;
		int repeated = 0;
		int unknown = 0;
		int released = 0;
		for (int round = 0; round < ROUNDS; round++) {
			long roundSeed = seeds.nextLong();
			SimulatedCluster cluster = new SimulatedCluster(roundSeed, retries(round));
			cluster.run(TimeUnit.SECONDS.toMillis(60));
			check(cluster, roundSeed);
			claims += cluster.claims().size();
			repeated += (int) cluster.claims().stream().filter((claim) -> claim.run().attempt() > 1).count();
			unknown += cluster.unknownOutcomes();
			released += cluster.releasedByWrites();
		}
		System.out.printf("%d claims, %d of them repeated, %d unknown outcomes, %d locks released by an end%n", claims,
				repeated, unknown, released);
		assertThat(claims).isGreaterThan(ROUNDS * 5);
		assertThat(repeated).isPositive();
		assertThat(unknown).isPositive();
		assertThat(released).isPositive();
	}

	private static RetryRules retries(int round) {
		return new RetryRules(1 + round % 3, Duration.ofMillis(100), 2, Duration.ofMillis(150));
	}

	private static void check(SimulatedCluster cluster, long seed) {
		assertThat(cluster.mistakes()).as("seed %d: ends of runs", seed).isEmpty();
		assertEachAttemptIsClaimedOnce(cluster, seed);
		assertNoBodyRanTwice(cluster, seed);
		assertFailuresAreTriedAgainInTime(cluster, seed);
		assertNoDueFireTimeIsLost(cluster, seed);
		assertRecordsAreThoseOfTheClaims(cluster, seed);
		assertEndsAreToldOnceAndAsRecorded(cluster, seed);
	}

	/**
	 * A claim that was not started may be made again by the same node; the ledger then
	 * has one record of the two.
	 */
	private static void assertEachAttemptIsClaimedOnce(SimulatedCluster cluster, long seed) {
		Set<List<Object>> claimed = new HashSet<>();
		for (Claim claim : cluster.claims()) {
			List<Object> attempt = List.of(claim.run().fireTime(), claim.run().attempt());
			boolean again = claimed.contains(attempt) && !cluster.started().contains(claim.replaced());
			assertThat(claimed.add(attempt) || again).as("seed %d: %s", seed, claim.run()).isTrue();
		}
	}

	private static void assertNoBodyRanTwice(SimulatedCluster cluster, long seed) {
		List<List<Object>> bodies = new ArrayList<>();
		cluster.bodies().forEach((run) -> bodies.add(List.of(run.fireTime(), run.attempt())));
		assertThat(bodies).as("seed %d", seed).doesNotHaveDuplicates();
		assertThat(cluster.bodies()).allMatch((run) -> run.attempt() <= cluster.retries().maxAttempts());
	}

	/**
	 * Each attempt after a failure comes after its delay, or it is told that it does not
	 * come, or the next fire time came first.
	 */
	private static void assertFailuresAreTriedAgainInTime(SimulatedCluster cluster, long seed) {
		List<JobRun> history = cluster.ledger().history(cluster.key(), 1000);
		for (JobRun failed : history) {
			if (failed.outcome() != Outcome.FAILED || !cluster.retries().isLeft(failed.attempt())
					|| failed.endedAt().isAfter(cluster.end().minusSeconds(10))) {
				continue;
			}
			Instant at = failed.endedAt().plus(cluster.retries().delayAfter(failed.attempt()));
			long late = Duration.between(failed.fireTime(), failed.endedAt()).toMillis() % PERIOD;
			boolean inTime = at.isBefore(failed.endedAt().plusMillis(PERIOD - late));
			List<JobRun> same = history.stream().filter((run) -> run.fireTime().equals(failed.fireTime())).toList();
			List<JobRun> made = same.stream().filter((run) -> run.attempt() == failed.attempt() + 1).toList();
			boolean told = same.stream().anyMatch((run) -> run.attempt() == 0);
			assertThat(!made.isEmpty() || told).as("seed %d: after %s", seed, failed).isEqualTo(inTime);
			assertThat(made).as("seed %d: after %s", seed, failed).allMatch((run) -> !run.startedAt().isBefore(at));
		}
	}

	/**
	 * Who claims claims the latest fire time that is due, and the cluster goes on to the
	 * end.
	 */
	private static void assertNoDueFireTimeIsLost(SimulatedCluster cluster, long seed) {
		TreeSet<Instant> claimed = new TreeSet<>();
		for (Claim claim : cluster.claims()) {
			if (claimed.add(claim.run().fireTime())) {
				assertThat(claim.at()).as("seed %d: the latest due fire time is claimed", seed)
					.isBefore(claim.run().fireTime().plusMillis(PERIOD));
			}
		}
		Instant last = cluster.end().minusSeconds(10);
		assertThat(claimed.last()).as("seed %d: a node goes on", seed).isAfter(last);
	}

	/**
	 * A node that dies before it can tell tells nothing.
	 */
	private static void assertEndsAreToldOnceAndAsRecorded(SimulatedCluster cluster, long seed) {
		List<JobRun> history = cluster.ledger().history(cluster.key(), 1000);
		List<JobRun> told = cluster.events().stream().map(ClusterJobRunEvent::run).toList();
		assertThat(told).as("seed %d", seed).isNotEmpty();
		for (JobRun run : told.stream().filter((one) -> one.attempt() > 0).toList()) {
			assertThat(history).as("seed %d", seed)
				.anyMatch((record) -> run.isSameAs(record) && record.outcome() == run.outcome());
			assertThat(told).as("seed %d", seed).filteredOn((other) -> run.isSameAs(other)).hasSize(1);
		}
	}

	private static void assertRecordsAreThoseOfTheClaims(SimulatedCluster cluster, long seed) {
		LockKey key = cluster.key();
		for (JobRun record : cluster.ledger().history(key, 1000)) {
			assertThat(cluster.claims()).as("seed %d", seed)
				.anyMatch((claim) -> record.attempt() == 0 || claim.run().isSameAs(record));
			if (record.outcome() == Outcome.SUCCEEDED) {
				assertThat(cluster.bodies()).as("seed %d", seed).anyMatch((run) -> run.isSameAs(record));
			}
		}
		for (Claim claim : cluster.claims()) {
			assertThat(cluster.ledger().history(key, 1000)).as("seed %d", seed)
				.anyMatch((record) -> record.fireTime().equals(claim.run().fireTime())
						&& record.attempt() == claim.run().attempt());
		}
	}

}
