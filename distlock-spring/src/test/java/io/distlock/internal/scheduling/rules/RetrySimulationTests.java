// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.util.Random;

import io.distlock.internal.scheduling.rules.RetryCluster.Mistake;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs that fail, hang or lose their lock, on nodes that pause and die between any two
 * steps, while people pause, resume and stop the job: on the rules alone, with a number
 * for time.
 */
@Tag("safety")
class RetrySimulationTests {

	private static final int SCHEDULES = Integer.getInteger("distlock.test.schedules",
			500 * Integer.getInteger("distlock.test.scale", 1));

	/**
	 * Within so many schedules each mistake is found.
	 */
	private static final int MOST_TO_FIND = 5000;

	@Test
	void everyFailureIsTriedAgainOnceAndInTime() {
		long seed = Long.getLong("distlock.test.seed", new Random().nextLong());
		System.out.println("RetrySimulationTests seed " + seed);
		Random seeds = new Random(seed);
		RetryCluster.Counts counts = new RetryCluster.Counts();
		for (int i = 0; i < SCHEDULES; i++) {
			new RetryCluster((SCHEDULES == 1) ? seed : seeds.nextLong(), Mistake.NONE, counts).run();
		}
		System.out.printf("%d schedules, %s%n", SCHEDULES, counts);
		assertThat(counts.planned).isGreaterThan(SCHEDULES);
		assertThat(counts.made).isGreaterThan(SCHEDULES);
		assertThat(counts.madeByOthers).isPositive();
		assertThat(counts.madeAfterDeath).isPositive();
		assertThat(counts.afterLoss).isPositive();
		assertThat(counts.told).isPositive();
		assertThat(counts.givenUp).isPositive();
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void mistakeIsFound(Mistake mistake) {
		Random seeds = new Random();
		for (int i = 1; i <= MOST_TO_FIND; i++) {
			try {
				new RetryCluster(seeds.nextLong(), mistake, new RetryCluster.Counts()).run();
			}
			catch (AssertionError found) {
				System.out.printf("%s is found in schedule %d: %s%n", mistake, i, found.getMessage());
				if (found.getMessage().contains(mistake.shows)) {
					return;
				}
				// Some schedules show the same mistake by what follows from it.
			}
		}
		throw new IllegalStateException(mistake + " is not found in " + MOST_TO_FIND + " schedules");
	}

}
