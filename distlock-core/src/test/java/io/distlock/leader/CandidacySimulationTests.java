// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.Random;

import io.distlock.leader.ElectionModel.Mistake;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random schedules of {@link ElectionModel}. {@code -Ddistlock.test.seed} repeats one,
 * and {@code -Ddistlock.test.schedules} says how many there are.
 */
@Tag("safety")
class CandidacySimulationTests {

	private static final int SCHEDULES = Integer.getInteger("distlock.test.schedules",
			100 * Integer.getInteger("distlock.test.scale", 1));

	private static final Duration LENGTH = Duration.ofMinutes(10);

	/**
	 * Within so many schedules each mistake is found.
	 */
	private static final int MOST_TO_FIND = 2000;

	@Test
	void oneLeadsAtATimeAndEveryTermEndsOnceAndCandidaciesGoOn() {
		Long repeated = Long.getLong("distlock.test.seed");
		int count = (repeated != null) ? 1 : SCHEDULES;
		long first = (repeated != null) ? repeated : new Random().nextLong();
		for (long seed = first; seed != first + count; seed++) {
			try {
				new ElectionModel(seed, LENGTH, Mistake.NONE).run();
			}
			catch (AssertionError | RuntimeException ex) {
				throw new AssertionError("Repeat it with -Ddistlock.test.seed=" + seed, ex);
			}
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void mistakeIsFound(Mistake mistake) {
		Random seeds = new Random();
		for (int i = 1; i <= MOST_TO_FIND; i++) {
			try {
				new ElectionModel(seeds.nextLong(), LENGTH, mistake).run();
			}
			catch (AssertionError found) {
				if (found.getMessage().contains(mistake.shows)) {
					return;
				}
				// Some schedules show the same mistake by what follows from it.
			}
		}
		throw new IllegalStateException(mistake + " is not found in " + MOST_TO_FIND + " schedules");
	}

}
