// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import io.distlock.record.RecordSimulation.Bug;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random schedules of nodes that contend for a key. The system property
 * {@code distlock.simulation.schedules} makes them more.
 */
class RecordSimulationTests {

	private static final int SCHEDULES = Integer.getInteger("distlock.simulation.schedules", 3000);

	private static final long SEED = Long.getLong("distlock.simulation.seed", 1);

	@Test
	void noScheduleBreaksAPromise() {
		long grants = 0;
		for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
			try {
				grants += new RecordSimulation(seed, Bug.NONE).run();
			}
			catch (AssertionError ex) {
				throw new AssertionError("Schedule %d: %s".formatted(seed, ex.getMessage()), ex);
			}
		}
		assertThat(grants).isGreaterThan(SCHEDULES);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void bugOfAStoreIsFound(Bug bug) {
		assertThat(isFound(bug)).isTrue();
	}

	private static boolean isFound(Bug bug) {
		for (long seed = 1; seed <= 3000; seed++) {
			try {
				new RecordSimulation(seed, bug).run();
			}
			catch (AssertionError ex) {
				return true;
			}
		}
		return false;
	}

}
