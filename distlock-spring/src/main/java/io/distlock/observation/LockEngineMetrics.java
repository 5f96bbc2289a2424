// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.distlock.LockMode;
import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.monitor.LockStatistics;
import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
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
		Tags tags = Tags.of(LowCardinalityKeyNames.PROVIDER.asString(), engine.statistics().provider(),
				LowCardinalityKeyNames.BEAN.asString(), bean);
		for (LockMode mode : LockMode.values()) {
			Tags all = tags.and(LowCardinalityKeyNames.MODE.asString(), mode.name().toLowerCase(Locale.ROOT));
			register(registry, LockMeterDocumentation.HELD, "Leases that this node holds", engine, all,
					(statistics) -> statistics.heldByMode().getOrDefault(mode, 0));
			register(registry, LockMeterDocumentation.WAITING, "Callers of this node that wait for a lock", engine, all,
					(statistics) -> statistics.waitingByMode().getOrDefault(mode, 0));
		}
		register(registry, LockMeterDocumentation.HANDOVERS, "Leases handed on without a round trip", engine, tags,
				LockStatistics::handOvers);
		register(registry, LockMeterDocumentation.RENEWALS, "Renewals of leases", engine, outcome(tags, "success"),
				LockStatistics::renewals);
		register(registry, LockMeterDocumentation.RENEWALS, "Renewals of leases", engine, outcome(tags, "failure"),
				LockStatistics::failedRenewals);
		register(registry, LockMeterDocumentation.LOSSES, "Locks that were lost while they were held", engine, tags,
				LockStatistics::losses);
	}

	private static Tags outcome(Tags tags, String outcome) {
		return tags.and(LowCardinalityKeyNames.OUTCOME.asString(), outcome);
	}

	private static void register(MeterRegistry registry, LockMeterDocumentation meter, String description,
			LockEngineMonitor engine, Tags tags, ToDoubleFunction<LockStatistics> value) {
		meter.register(registry, tags, null, description, engine,
				(monitor) -> value.applyAsDouble(monitor.statistics()));
	}

}
