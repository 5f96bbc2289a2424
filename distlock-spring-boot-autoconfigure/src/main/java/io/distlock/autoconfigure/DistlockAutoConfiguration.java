// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;

import io.distlock.FencedCalls;
import io.distlock.LockEngine;
import io.distlock.LockObserver;
import io.distlock.LockOperations;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.interceptor.DistributedLockOperationSource;
import io.distlock.interceptor.LockOperationsResolver;
import io.distlock.leader.LeaderElections;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.JobStores;

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
	LockUse distlockUse(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory,
			DistlockProperties properties) {
		return new LockUse(source, beanFactory, properties.provider() != null);
	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(LockProvider.class)
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
		static LockOperationsResolver distlockOperationsResolver(ConfigurableListableBeanFactory beanFactory) {
			return new EngineLockOperationsResolver(beanFactory);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static JobStores distlockJobStores(ConfigurableListableBeanFactory beanFactory) {
			return new EngineJobStores(beanFactory);
		}

		@Bean
		LeaseSettings distlockLeaseSettings(DistlockProperties properties, Environment environment) {
			return new LeaseSettingsFactory(properties, environment).create();
		}

		/**
		 * Settings that make no sense stop the start, whether or not anything is locked.
		 */
		@Bean
		@Lazy(false)
		LockEngines distlockEngines(ConfigurableListableBeanFactory beanFactory, DistlockProperties properties,
				Environment environment, ObjectProvider<LeaseSettings> settings, ApplicationEventPublisher events,
				ObjectProvider<LockObserver> observer) {
			new LeaseSettingsFactory(properties, environment).check();
			return new LockEngines(new LockProviders(beanFactory),
					(provider) -> new LeaseLockEngine(provider, settings.getObject(), events::publishEvent,
							() -> observer.getIfAvailable(() -> LockObserver.NONE)));
		}

		@Bean
		@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
		LockEngine distlockEngine(LockEngines engines) {
			return engines.primary();
		}

		@Bean
		@ConditionalOnMissingBean(value = LockOperations.class, search = SearchStrategy.CURRENT)
		LockTemplate distlockTemplate(LockEngine engine, ObjectProvider<LockScope> scope,
				ObjectProvider<FencedCalls> fenced) {
			return new LockTemplate(engine, scope.getIfAvailable(() -> LockScope.CALLBACK), fenced.getIfAvailable());
		}

		@Bean
		StartupReport distlockStartupReport(LockEngines engines, ObjectProvider<LeaseSettings> settings,
				DistributedLockOperationSource source, ObjectProvider<ClusterJobs> jobs,
				ObjectProvider<LeaderElections> elections, ObjectProvider<LockProviderCandidate> candidates,
				DistlockProperties properties, Environment environment) {
			return new StartupReport(engines, settings, source::methodCount,
					() -> jobs.stream().mapToInt((known) -> known.providers().size()).sum(),
					() -> elections.stream().mapToInt((known) -> known.all().size()).sum(), candidates,
					new LeaseSettingsFactory(properties, environment).isUnnamed());
		}

		@Bean
		DistlockLifecycle distlockLifecycle(LockEngines engines, StartupReport report,
				ObjectProvider<LifecycleProperties> lifecycle) {
			LifecycleProperties properties = lifecycle.getIfAvailable(LifecycleProperties::new);
			Duration timeout = properties.getTimeoutPerShutdownPhase();
			return new DistlockLifecycle(engines, report, timeout);
		}

	}

}
