// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.health;

import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.health.LeaderHealthIndicator;
import io.distlock.leader.LeaderElections;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link LeaderHealthIndicator}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = LeaderAutoConfiguration.class,
		afterName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({ HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(LeaderElections.class)
@ConditionalOnEnabledHealthIndicator("distlock-leader")
public final class LeaderHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "distlockLeaderHealthIndicator", "distlockLeaderHealthContributor" })
	LeaderHealthIndicator distlockLeaderHealthContributor(LeaderElections elections) {
		return new LeaderHealthIndicator(elections);
	}

}
