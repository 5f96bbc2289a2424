// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import io.distlock.actuate.ClusterJobsEndpoint;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
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
 * Auto-configuration for {@link ClusterJobsEndpoint}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = ClusterSchedulingAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(ClusterJobsEndpoint.class)
@ConditionalOnBean(ClusterJobs.class)
public final class ClusterJobsEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ClusterJobsEndpoint distlockClusterJobsEndpoint(ClusterJobs jobs, ApplicationEventPublisher events) {
		return new ClusterJobsEndpoint(jobs, events);
	}

}
