/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.health;

import java.util.LinkedHashMap;
import java.util.Map;

import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} of the roles that this node stands for: down while it cannot
 * ask for one of them. A node that does not lead is as healthy as one that does. It asks
 * no store.
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
