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
