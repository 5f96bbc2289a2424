// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.distlock.LockEngineMonitor;
import io.distlock.LockEngineRegistry;
import io.distlock.LockMode;
import io.distlock.LockStatistics;
import io.distlock.observation.LockMeterDocumentation.Tag;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * The meters of every lock engine, also of one that is made later.
 *
 * @since 0.1.0
 */
public final class LockEngineMetrics implements MeterBinder {

	private final Supplier<LockEngineRegistry> engines;

	/**
	 * Create a binder.
	 * @param engines knows the engines, asked for when the meters are bound
	 */
	public LockEngineMetrics(Supplier<LockEngineRegistry> engines) {
		this.engines = engines;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.engines.get().forEach((bean, engine) -> bind(registry, bean, engine));
	}

	private static void bind(MeterRegistry registry, String bean, LockEngineMonitor engine) {
		Tags tags = Tags.of(Tag.PROVIDER.asString(), engine.statistics().provider(), Tag.BEAN.asString(), bean);
		for (LockMode mode : LockMode.values()) {
			bind(registry, engine, tags, mode);
		}
		counter(LockMeterDocumentation.HANDOVERS, "Leases handed on without a round trip", engine, tags,
				LockStatistics::handOvers)
			.register(registry);
		counter(LockMeterDocumentation.RENEWALS, "Renewals of leases", engine, outcome(tags, "success"),
				LockStatistics::renewals)
			.register(registry);
		counter(LockMeterDocumentation.RENEWALS, "Renewals of leases", engine, outcome(tags, "failure"),
				LockStatistics::failedRenewals)
			.register(registry);
		counter(LockMeterDocumentation.LOSSES, "Locks that were lost while they were held", engine, tags,
				LockStatistics::losses)
			.register(registry);
	}

	private static void bind(MeterRegistry registry, LockEngineMonitor engine, Tags tags, LockMode mode) {
		Tags all = tags.and(Tag.MODE.asString(), mode.name().toLowerCase(Locale.ROOT));
		gauge(LockMeterDocumentation.HELD, "Leases that this node holds", engine, all,
				(statistics) -> statistics.heldByMode().getOrDefault(mode, 0))
			.register(registry);
		gauge(LockMeterDocumentation.WAITING, "Callers of this node that wait for a lock", engine, all,
				(statistics) -> statistics.waitingByMode().getOrDefault(mode, 0))
			.register(registry);
	}

	private static Tags outcome(Tags tags, String outcome) {
		return tags.and(Tag.OUTCOME.asString(), outcome);
	}

	private static Gauge.Builder<LockEngineMonitor> gauge(LockMeterDocumentation meter, String description,
			LockEngineMonitor engine, Tags tags, ToDoubleFunction<LockStatistics> value) {
		return Gauge.builder(meter.getName(), engine, (monitor) -> value.applyAsDouble(monitor.statistics()))
			.description(description)
			.tags(tags);
	}

	private static FunctionCounter.Builder<LockEngineMonitor> counter(LockMeterDocumentation meter, String description,
			LockEngineMonitor engine, Tags tags, ToDoubleFunction<LockStatistics> value) {
		return FunctionCounter.builder(meter.getName(), engine, (monitor) -> value.applyAsDouble(monitor.statistics()))
			.description(description)
			.tags(tags);
	}

}
