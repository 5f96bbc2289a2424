// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.observation;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.distlock.LockMode;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.monitor.LockStatistics;
import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.distlock.observation.LockMeterDocumentation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Meters of all lock engines and of this node's roles, including engines and roles
 * created later.
 *
 * @since 0.1.0
 */
public final class LockMetrics implements MeterBinder {

	private final Supplier<LockEngineRegistry> engines;

	private final Supplier<@Nullable LeaderElections> elections;

	/**
	 * Create a binder.
	 * @param engines supplies the engine registry when meters are bound
	 * @param elections supplies the elections of this node when meters are bound
	 */
	public LockMetrics(Supplier<LockEngineRegistry> engines, Supplier<@Nullable LeaderElections> elections) {
		this.engines = engines;
		this.elections = elections;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.engines.get().forEach((bean, engine) -> bind(registry, bean, engine));
		LeaderElections known = this.elections.get();
		if (known != null) {
			known.forEach((election) -> bind(registry, election));
		}
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

	private static void bind(MeterRegistry registry, LeaderElection election) {
		Tags role = Tags.of(LowCardinalityKeyNames.ROLE.asString(), election.role());
		MeterRegistration.register(registry, LockMeterDocumentation.LEADER, role, null,
				"Whether this node leads a role", election, (known) -> known.isLeader() ? 1 : 0);
		MeterRegistration.register(registry, LockMeterDocumentation.LEADER_TERMS, role, null,
				"Number of times this node became the leader of a role", election, LeaderElection::terms);
	}

	private static Tags outcome(Tags tags, String outcome) {
		return tags.and(LowCardinalityKeyNames.OUTCOME.asString(), outcome);
	}

	private static void register(MeterRegistry registry, LockMeterDocumentation meter, String description,
			LockEngineMonitor engine, Tags tags, ToDoubleFunction<LockStatistics> value) {
		MeterRegistration.register(registry, meter, tags, null, description, engine,
				(monitor) -> value.applyAsDouble(monitor.statistics()));
	}

}
