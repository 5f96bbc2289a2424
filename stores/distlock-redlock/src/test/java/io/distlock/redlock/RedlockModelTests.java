// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random schedules of the {@link RedlockModel}. {@code -Ddistlock.test.seed} repeats one,
 * {@code -Ddistlock.test.schedules} says how many there are, and
 * {@code -Ddistlock.test.scale} makes them more.
 */
@Tag("safety")
class RedlockModelTests {

	private static final int MOST_SCHEDULES = 20_000;

	/**
	 * From here on each of the bugs shows soon; from the first one on, the rarest takes
	 * thousands.
	 */
	private static final long FIRST_SCHEDULE = 3_700;

	private final long schedules = Long.getLong("distlock.test.schedules",
			1_000L * Integer.getInteger("distlock.test.scale", 1));

	@Test
	void noScheduleBreaksARule() {
		Long repeated = Long.getLong("distlock.test.seed");
		long first = (repeated != null) ? repeated : System.nanoTime();
		long count = (repeated != null) ? 1 : this.schedules;
		System.out.printf("%d schedules of Redlock, from -Ddistlock.test.seed=%d%n", count, first);
		LongAdder uses = new LongAdder();
		AtomicReference<@Nullable AssertionError> broken = new AtomicReference<>();
		LongStream.range(first, first + count).parallel().forEach((seed) -> {
			try {
				uses.add(RedlockModel.run(seed, ModelBug.NONE));
			}
			catch (AssertionError ex) {
				broken.compareAndSet(null, ex);
			}
		});
		System.out.printf("%d uses of the lock%n", uses.sum());
		assertThat(broken).hasNullValue();
		assertThat(uses.sum()).isGreaterThan(10 * count);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void modelFindsTheBug(ModelBug bug) {
		String found = null;
		long seed = FIRST_SCHEDULE;
		while (found == null && seed < FIRST_SCHEDULE + MOST_SCHEDULES) {
			try {
				RedlockModel.run(++seed, bug);
			}
			catch (AssertionError ex) {
				found = ex.getMessage();
			}
		}
		System.out.printf("%s: schedule %d: %s%n", bug, seed, found);
		assertThat(found).as("what %s breaks", bug).isNotNull();
	}

}
