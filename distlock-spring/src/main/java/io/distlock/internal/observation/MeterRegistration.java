// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.observation;

import java.util.function.ToDoubleFunction;

import io.distlock.observation.LockMeterDocumentation;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

/**
 * Registers documented gauges and counters.
 */
final class MeterRegistration {

	private MeterRegistration() {
	}

	static <T> void register(MeterRegistry registry, LockMeterDocumentation meter, Tags tags, @Nullable String unit,
			String description, T source, ToDoubleFunction<T> value) {
		if (meter.getType() == Meter.Type.GAUGE) {
			Gauge.builder(meter.getName(), source, value)
				.description(description)
				.baseUnit(unit)
				.tags(tags)
				.register(registry);
		}
		else {
			FunctionCounter.builder(meter.getName(), source, value)
				.description(description)
				.baseUnit(unit)
				.tags(tags)
				.register(registry);
		}
	}

}
