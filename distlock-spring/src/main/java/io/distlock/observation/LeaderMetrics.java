// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.function.Supplier;

import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * The meters of the roles that this node stands for, also of those that it stands for
 * later.
 *
 * @since 0.1.0
 */
public final class LeaderMetrics implements MeterBinder {

	private final Supplier<@Nullable LeaderElections> elections;

	/**
	 * Create a binder.
	 * @param elections finds the elections of this node, asked for when the meters are
	 * bound
	 */
	public LeaderMetrics(Supplier<@Nullable LeaderElections> elections) {
		this.elections = elections;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		LeaderElections known = this.elections.get();
		if (known != null) {
			known.forEach((election) -> bind(registry, election));
		}
	}

	private static void bind(MeterRegistry registry, LeaderElection election) {
		Gauge.builder(LockMeterDocumentation.LEADER.getName(), election, (known) -> known.isLeader() ? 1 : 0)
			.description("Whether this node leads a role")
			.tag(LowCardinalityKeyNames.ROLE.asString(), election.role())
			.register(registry);
		FunctionCounter.builder(LockMeterDocumentation.LEADER_TERMS.getName(), election, LeaderElection::terms)
			.description("Number of times this node became the leader of a role")
			.tag(LowCardinalityKeyNames.ROLE.asString(), election.role())
			.register(registry);
	}

}
