// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.function.Supplier;

import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
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
		Tags role = Tags.of(LowCardinalityKeyNames.ROLE.asString(), election.role());
		LockMeterDocumentation.LEADER.register(registry, role, null, "Whether this node leads a role", election,
				(known) -> known.isLeader() ? 1 : 0);
		LockMeterDocumentation.LEADER_TERMS.register(registry, role, null,
				"Number of times this node became the leader of a role", election, LeaderElection::terms);
	}

}
