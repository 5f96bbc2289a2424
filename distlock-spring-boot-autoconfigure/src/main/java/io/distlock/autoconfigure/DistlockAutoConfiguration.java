// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.function.Supplier;

import io.distlock.FencedCalls;
import io.distlock.LockEngine;
import io.distlock.LockOperations;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.interceptor.operation.DistributedLockOperationSource;
import io.distlock.leader.LeaderElections;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJobs;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration for distributed locks: chooses the store, and provides the engine,
 * {@link LockTemplate} and the advice for annotated methods.
 * <p>
 * A {@link LockProvider} bean of the application wins over every store that could be
 * chosen. A context shares the engine of its parent, unless it has a provider of its own.
 * <p>
 * The store is chosen and created when something asks for it: a locked method, a job, or
 * a bean that locks get injected into. An application without any of them needs no store.
 *
 * @since 0.1.0
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DistlockProperties.class)
@Import(LockAdviceConfiguration.class)
public final class DistlockAutoConfiguration {

	@Bean
	@Lazy(false)
	LockUse distlockUse(DistributedLockOperationSource distlockOperationSource,
			ConfigurableListableBeanFactory beanFactory, ObjectProvider<DistlockProperties> properties,
			Environment environment) {
		boolean configured = PropertyChecks.areSet(environment);
		return new LockUse(distlockOperationSource, beanFactory, configured,
				configured && properties.getObject().provider() != null);
	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(LockProvider.class)
	@Import(MissingStores.class)
	static class ProviderConfiguration {

		@Bean
		LockProviderCandidate distlockLocalProviderCandidate() {
			return new LocalLockProviderCandidate();
		}

		@Bean
		LockProviderChoice distlockProviderChoice(DistlockProperties properties,
				ObjectProvider<LockProviderCandidate> candidates) {
			return new LockProviderChoice(properties.provider(), candidates.orderedStream().toList());
		}

		@Bean
		LockProvider distlockProvider(LockProviderChoice choice) {
			return choice.choose().create();
		}

	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnNoEngineOfParent.class)
	static class EngineConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockProviders distlockProviders(ConfigurableListableBeanFactory beanFactory,
				ApplicationEventPublisher events) {
			return new LockProviders(beanFactory, events);
		}

		@Bean
		LeaseSettings distlockLeaseSettings(DistlockProperties properties, Environment environment) {
			return new LeaseSettingsFactory(properties, environment).create();
		}

		@Bean
		@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
		LockEngine distlockEngine(LockProviders distlockProviders) {
			return distlockProviders.primaryEngine();
		}

		@Bean
		@ConditionalOnMissingBean(value = LockOperations.class, search = SearchStrategy.CURRENT)
		LockTemplate distlockTemplate(LockEngine engine, ObjectProvider<LockScope> scope,
				ObjectProvider<FencedCalls> fenced) {
			return new LockTemplate(engine, scope.getIfAvailable(() -> LockScope.CALLBACK), fenced.getIfAvailable());
		}

		/**
		 * Settings that make no sense stop the start, whether or not anything is locked.
		 */
		@Bean
		@Lazy(false)
		StartupReport distlockStartupReport(LockProviders distlockProviders, ObjectProvider<LeaseSettings> settings,
				DistributedLockOperationSource distlockOperationSource, ObjectProvider<ClusterJobs> jobs,
				ObjectProvider<LeaderElections> elections, ObjectProvider<LockProviderCandidate> candidates,
				ObjectProvider<DistlockProperties> properties, Environment environment) {
			Supplier<LeaseSettingsFactory> factory = PropertyChecks.whenUsed(environment,
					() -> new LeaseSettingsFactory(properties.getObject(), environment).check());
			return new StartupReport(distlockProviders, settings, distlockOperationSource::methodCount,
					() -> jobs.stream().mapToInt((known) -> known.providers().size()).sum(),
					() -> elections.stream().mapToInt((known) -> known.all().size()).sum(), candidates,
					() -> factory.get().isUnnamed());
		}

		@Bean
		DistlockLifecycle distlockLifecycle(LockProviders distlockProviders, StartupReport distlockStartupReport,
				ObjectProvider<LifecycleProperties> lifecycle) {
			LifecycleProperties properties = lifecycle.getIfAvailable(LifecycleProperties::new);
			Duration timeout = properties.getTimeoutPerShutdownPhase();
			return new DistlockLifecycle(distlockProviders, distlockStartupReport, timeout);
		}

	}

}
