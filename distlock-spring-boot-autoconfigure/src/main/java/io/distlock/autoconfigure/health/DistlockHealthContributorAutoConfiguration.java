// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.health;

import io.distlock.LockEngineRegistry;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.health.DistlockHealthIndicator;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link DistlockHealthIndicator}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class,
		afterName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({ HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(LockEngineRegistry.class)
@ConditionalOnEnabledHealthIndicator("distlock")
public final class DistlockHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "distlockHealthIndicator", "distlockHealthContributor" })
	DistlockHealthIndicator distlockHealthContributor(LockEngineRegistry engines) {
		return new DistlockHealthIndicator(engines);
	}

}
