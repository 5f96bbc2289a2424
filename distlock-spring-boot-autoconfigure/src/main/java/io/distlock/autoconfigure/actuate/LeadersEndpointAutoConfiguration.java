// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import io.distlock.actuate.LeadersEndpoint;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.leader.LeaderElections;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link LeadersEndpoint}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = LeaderAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(LeadersEndpoint.class)
@ConditionalOnBean(LeaderElections.class)
public final class LeadersEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LeadersEndpoint distlockLeadersEndpoint(LeaderElections elections, ApplicationEventPublisher events) {
		return new LeadersEndpoint(elections, events);
	}

}
