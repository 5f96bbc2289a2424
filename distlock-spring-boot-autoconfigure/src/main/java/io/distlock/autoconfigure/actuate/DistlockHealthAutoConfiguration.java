// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.internal.actuate.DistlockHealthIndicator;
import io.distlock.internal.actuate.LeaderHealthIndicator;
import io.distlock.leader.LeaderElections;
import io.distlock.monitor.LockEngineRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link DistlockHealthIndicator} and
 * {@link LeaderHealthIndicator}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = { DistlockAutoConfiguration.class, LeaderAutoConfiguration.class },
		afterName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({ HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
public final class DistlockHealthAutoConfiguration {

	@Bean
	@ConditionalOnBean(name = "distlockProviders")
	@ConditionalOnEnabledHealthIndicator("distlock")
	@ConditionalOnMissingBean(name = { "distlockHealthIndicator", "distlockHealthContributor" })
	DistlockHealthIndicator distlockHealthContributor(LockEngineRegistry engines) {
		return new DistlockHealthIndicator(engines);
	}

	@Bean
	@ConditionalOnBean(LeaderElections.class)
	@ConditionalOnEnabledHealthIndicator("distlock-leader")
	@ConditionalOnMissingBean(name = { "distlockLeaderHealthIndicator", "distlockLeaderHealthContributor" })
	LeaderHealthIndicator distlockLeaderHealthContributor(LeaderElections elections) {
		return new LeaderHealthIndicator(elections);
	}

}
