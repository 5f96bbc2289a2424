package io.distlock.lease;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random schedules of the engine on virtual time. {@code -Ddistlock.test.seed} repeats
 * one, {@code -Ddistlock.test.schedules} says how many there are.
 */
@Tag("safety")
class EngineSimulationTests {

	private final long schedules = Long.getLong("distlock.test.schedules", 100_000);

	@Test
	void noScheduleBreaksARule() {
		Long repeated = Long.getLong("distlock.test.seed");
		long first = (repeated != null) ? repeated : System.nanoTime();
		long count = (repeated != null) ? 1 : this.schedules;
		System.out.printf("%d schedules, from -Ddistlock.test.seed=%d%n", count, first);
		try (Silence silence = new Silence()) {
			long events = LongStream.range(first, first + count).parallel().map(EngineSimulation::run).sum();
			System.out.printf("%d events%n", events);
			assertThat(events).isGreaterThan(10 * count);
		}
	}

}
