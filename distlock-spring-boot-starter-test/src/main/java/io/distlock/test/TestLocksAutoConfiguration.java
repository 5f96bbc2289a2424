// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.leader.LeaderElections;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * Auto-configuration for locks in tests annotated with
 * {@link AutoConfigureDistlock @AutoConfigureDistlock}.
 */
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@AutoConfigureOrder(Ordered.HIGHEST_PRECEDENCE)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
final class TestLocksAutoConfiguration {

	@Bean
	static TestProviderRegistrar distlockTestProviderRegistrar() {
		return new TestProviderRegistrar();
	}

	/**
	 * Create the provider. It precedes all other auto-configurations, so that stores of
	 * the application are not examined, and has the bean name of the store's provider.
	 */
	@Bean
	@ConditionalOnMissingBean(LockProvider.class)
	TestLockProvider distlockProvider() {
		return new TestLockProvider();
	}

	@Bean
	TestLocks testLocks(ListableBeanFactory beanFactory, ObjectProvider<LeaseSettings> settings,
			ObjectProvider<LockEngineRegistry> engines) {
		return new TestLocks(beanFactory, () -> settings.getObject().keyPrefix(), engines::getObject);
	}

	@Bean
	TestLeaders testLeaders(ObjectProvider<LeaderElections> elections, TestLocks locks) {
		return new TestLeaders(elections::getObject, locks);
	}

}
