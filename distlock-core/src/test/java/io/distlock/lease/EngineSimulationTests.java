// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random schedules of the engine on virtual time. {@code -Ddistlock.test.seed} repeats
 * one, {@code -Ddistlock.test.schedules} says how many there are, and
 * {@code -Ddistlock.test.scale} makes them more.
 */
@Tag("safety")
class EngineSimulationTests {

	private final long schedules = Long.getLong("distlock.test.schedules",
			10_000L * Integer.getInteger("distlock.test.scale", 1));

	@Test
	void noScheduleBreaksARule() {
		assertNoneBreaksARule(EngineSimulation::run, this.schedules);
	}

	@Test
	void noScheduleOfReadersWritersAndPermitsBreaksARule() {
		assertNoneBreaksARule(SharingSimulation::run, this.schedules / 5);
	}

	private static void assertNoneBreaksARule(LongUnaryOperator simulation, long schedules) {
		Long repeated = Long.getLong("distlock.test.seed");
		long first = (repeated != null) ? repeated : System.nanoTime();
		long count = (repeated != null) ? 1 : schedules;
		System.out.printf("%d schedules, from -Ddistlock.test.seed=%d%n", count, first);
		LongAdder events = new LongAdder();
		AtomicReference<@Nullable AssertionError> broken = new AtomicReference<>();
		try (Silence silence = new Silence()) {
			LongStream.range(first, first + count).parallel().forEach((seed) -> run(simulation, seed, events, broken));
		}
		System.out.printf("%d events%n", events.sum());
		assertThat(broken).hasNullValue();
		assertThat(events.sum()).isGreaterThan(10 * count);
	}

	private static void run(LongUnaryOperator simulation, long seed, LongAdder events,
			AtomicReference<@Nullable AssertionError> broken) {
		try {
			events.add(simulation.applyAsLong(seed));
		}
		catch (AssertionError ex) {
			broken.compareAndSet(null, ex);
		}
	}

}
