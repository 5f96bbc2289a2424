// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.time.Duration;
import java.util.Collections;
import java.util.Random;
import java.util.function.LongSupplier;

import io.distlock.jdbc.internal.sql.QueueState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often nodes ask that nothing wakes, on virtual time.
 */
@Tag("safety")
class PollScheduleTests {

	private static final Duration TIME = Duration.ofSeconds(60);

	private static final long LONGEST = PollingSimulation.LONGEST.toNanos() / 1000;

	@ParameterizedTest
	@ValueSource(ints = { 5, 10, 30, 100, 1000 })
	void nodesAskNoMoreThanOnceASecondEach(int nodes) {
		PollingSimulation run = settled(nodes, () -> 1_000_000);
		assertThat(perSecond(run)).as("attempts a second").isLessThanOrEqualTo(nodes);
		assertThat(longestFree(run)).isLessThan(LONGEST);
	}

	/**
	 * With few nodes there is little to save, and each attempt too few costs time.
	 */
	@Test
	void twoNodesAskTwiceASecondEachAtMost() {
		PollingSimulation run = settled(2, () -> 1_000_000);
		assertThat(perSecond(run)).isLessThanOrEqualTo(4);
		assertThat(meanFree(run)).isLessThan(20_000);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 10, 100 })
	void lockThatIsHeldForShortTimesIsFreeForShortTimes(int nodes) {
		PollingSimulation run = settled(nodes, () -> 5_000);
		assertThat(meanFree(run)).isLessThan(20_000);
		assertThat(longestFree(run)).isLessThan(LONGEST);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 10, 100 })
	void holdsOfAllLengthsAreFollowed(int nodes) {
		Random random = new Random(nodes);
		PollingSimulation run = settled(nodes, () -> (long) Math.exp(random.nextDouble() * Math.log(2_000_000)));
		assertThat(longestFree(run)).isLessThan(2 * LONGEST);
		assertThat(perSecond(run) / run.freeTimes().size() * TIME.toSeconds()).as("attempts for each hold")
			.isLessThan(Math.max(20, nodes));
	}

	@Test
	void deadNodesCostTheLongestTimeAtMost() {
		for (int seed = 0; seed < 200; seed++) {
			PollingSimulation run = new PollingSimulation(40, new Random(seed), () -> 100_000, 0.1);
			run.run(TIME);
			assertThat(longestFree(run)).as("seed %d", seed).isLessThan(2 * LONGEST);
		}
	}

	@Test
	void countThatIsTooHighCostsTheLongestTimeAtMost() {
		PollSchedule schedule = new PollSchedule(PollingSimulation.LONGEST, new Random(1)::nextDouble);
		for (int i = 0; i < 1000; i++) {
			QueueState line = new QueueState(1, 5_000, 0, 1_000_000_000_000L, 1);
			assertThat(schedule.next(line)).isPositive().isLessThanOrEqualTo(PollingSimulation.LONGEST);
		}
	}

	@Test
	void clockThatWasSetBackCostsTheLongestTimeAtMost() {
		PollSchedule schedule = new PollSchedule(PollingSimulation.LONGEST, new Random(1)::nextDouble);
		assertThat(schedule.next(new QueueState(1, -3_600_000_000L, 30_000_000_000L, 3, 1)))
			.isLessThanOrEqualTo(PollingSimulation.LONGEST);
		assertThat(schedule.next(new QueueState(1, 3_600_000_000L, -1, -7, 1)))
			.isLessThanOrEqualTo(PollingSimulation.LONGEST);
	}

	private static PollingSimulation settled(int nodes, LongSupplier holds) {
		PollingSimulation run = new PollingSimulation(nodes, new Random(nodes), holds, 0);
		run.run(TIME).forget().run(TIME);
		System.out.printf("%d nodes: %.1f attempts a second, free for %.1f ms, %.1f at most%n", nodes, perSecond(run),
				meanFree(run) / 1000, longestFree(run) / 1000.0);
		return run;
	}

	private static double perSecond(PollingSimulation run) {
		return (double) run.attempts() / TIME.toSeconds();
	}

	private static double meanFree(PollingSimulation run) {
		return run.freeTimes().stream().mapToLong(Long::longValue).average().orElseThrow();
	}

	private static long longestFree(PollingSimulation run) {
		return Collections.max(run.freeTimes());
	}

}
