// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import io.distlock.LockEngineRegistry;
import io.distlock.actuate.LocksEndpoint;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockProviders;
import io.distlock.lease.LeaseSettings;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link LocksEndpoint}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(LocksEndpoint.class)
@ConditionalOnBean(LockEngineRegistry.class)
public final class LocksEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LocksEndpoint distlockLocksEndpoint(LockProviders providers, LeaseSettings settings,
			ApplicationEventPublisher events) {
		return new LocksEndpoint(providers, providers, settings, events);
	}

}
