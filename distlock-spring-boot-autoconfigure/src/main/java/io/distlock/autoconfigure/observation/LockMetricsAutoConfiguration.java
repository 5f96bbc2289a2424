// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.observation;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.internal.observation.JobMetrics;
import io.distlock.internal.observation.LockMetrics;
import io.distlock.leader.LeaderElections;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.scheduling.ClusterJobs;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for meters of lock engines, jobs and leaders.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class,
		afterName = { "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(value = MeterRegistry.class, name = "distlockProviders")
public final class LockMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockMetrics distlockLockMetrics(ObjectProvider<LockEngineRegistry> engines,
			ObjectProvider<LeaderElections> elections) {
		return new LockMetrics(engines::getObject, elections::getIfAvailable);
	}

	@Bean
	@ConditionalOnMissingBean
	JobMetrics distlockJobMetrics(ObjectProvider<ClusterJobs> jobs) {
		return new JobMetrics(jobs::getIfAvailable);
	}

}
