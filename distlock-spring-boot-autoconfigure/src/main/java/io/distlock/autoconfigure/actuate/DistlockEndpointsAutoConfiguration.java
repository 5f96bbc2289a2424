// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.internal.LockProviders;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.internal.actuate.ClusterJobsEndpoint;
import io.distlock.internal.actuate.LeadersEndpoint;
import io.distlock.internal.actuate.LocksEndpoint;
import io.distlock.internal.actuate.NodePresence;
import io.distlock.leader.LeaderElections;
import io.distlock.lease.LeaseSettings;
import io.distlock.scheduling.ClusterJobs;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for the endpoints of locks, cluster jobs, and leaders. With the
 * endpoint of locks, this node also appears in the list of live nodes.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = { DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class,
		LeaderAutoConfiguration.class })
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
public final class DistlockEndpointsAutoConfiguration {

	@Bean
	@ConditionalOnAvailableEndpoint
	@ConditionalOnBean(name = "distlockProviders")
	@ConditionalOnMissingBean
	LocksEndpoint distlockLocksEndpoint(LockProviders providers, LeaseSettings settings,
			ApplicationEventPublisher events) {
		return new LocksEndpoint(providers, providers.stores(), settings, events);
	}

	@Bean
	@ConditionalOnAvailableEndpoint(endpoint = LocksEndpoint.class)
	@ConditionalOnBean(name = "distlockProviders")
	@ConditionalOnMissingBean
	NodePresence distlockNodePresence(LockProviders providers, LeaseSettings settings) {
		return new NodePresence(providers, providers.stores(), settings);
	}

	@Bean
	@ConditionalOnAvailableEndpoint
	@ConditionalOnBean(name = "distlockClusterJobs")
	@ConditionalOnMissingBean
	ClusterJobsEndpoint distlockClusterJobsEndpoint(ClusterJobs jobs, LeaseSettings settings,
			ApplicationEventPublisher events) {
		return new ClusterJobsEndpoint(jobs, settings.leaseTime(), events);
	}

	@Bean
	@ConditionalOnAvailableEndpoint
	@ConditionalOnBean(LeaderElections.class)
	@ConditionalOnMissingBean
	LeadersEndpoint distlockLeadersEndpoint(LeaderElections elections, LeaseSettings settings,
			ApplicationEventPublisher events) {
		return new LeadersEndpoint(elections, settings.leaseTime(), events);
	}

}
