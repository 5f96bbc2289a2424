// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} for the roles of this candidate. Down while this node cannot
 * request a role. A node that does not lead is healthy. Sends no request to a store.
 *
 * @since 0.1.0
 */
public class LeaderHealthIndicator extends AbstractHealthIndicator {

	private final LeaderElections elections;

	/**
	 * Create an indicator.
	 * @param elections the elections of this node
	 */
	public LeaderHealthIndicator(LeaderElections elections) {
		super("The health of elections could not be determined");
		this.elections = elections;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.up();
		this.elections.all().forEach((election) -> describe(builder, election));
	}

	private static void describe(Health.Builder builder, LeaderElection election) {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("leading", election.isLeader());
		details.put("standing", election.isStanding());
		int failures = election.failures();
		if (failures > 0) {
			details.put("failures", failures);
			builder.down();
		}
		builder.withDetail(election.role(), details);
	}

}
