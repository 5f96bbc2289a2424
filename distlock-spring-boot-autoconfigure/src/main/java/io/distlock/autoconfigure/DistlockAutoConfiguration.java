// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.FencedCalls;
import io.distlock.LockEngine;
import io.distlock.LockOperations;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.internal.DistlockProperties;
import io.distlock.autoconfigure.internal.LeaseSettingsFactory;
import io.distlock.autoconfigure.internal.LockProviderChoice;
import io.distlock.autoconfigure.internal.LockProviders;
import io.distlock.autoconfigure.internal.LockUse;
import io.distlock.autoconfigure.internal.MissingStore;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.leader.LeaderElections;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJobs;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Auto-configuration for distributed locks: selects the store, and provides the engine,
 * {@link LockTemplate} and the advice for annotated methods.
 * <p>
 * A {@link LockProvider} bean of the application takes precedence over all available
 * stores. A context shares the engine of its parent, unless it has its own provider.
 * <p>
 * The store is selected and created on demand: by a locked method, a job, or a bean with
 * injected locks. An application without them needs no store.
 *
 * @since 0.1.0
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DistlockProperties.class)
@Import(LockAdviceConfiguration.class)
public final class DistlockAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DurationUnits distlockDurationUnits() {
		return new DurationUnits();
	}

	@Bean
	@Lazy(false)
	LockUse distlockUse(DistributedLockOperationSource distlockOperationSource,
			ConfigurableListableBeanFactory beanFactory, ObjectProvider<DistlockProperties> properties,
			Environment environment) {
		return new LockUse(distlockOperationSource, beanFactory, properties, environment);
	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(LockProvider.class)
	static class ProviderConfiguration {

		@Bean
		LockProviderCandidate distlockLocalProviderCandidate() {
			return new LocalCandidate();
		}

		@Bean
		LockProviderChoice distlockProviderChoice(DistlockProperties properties,
				ObjectProvider<LockProviderCandidate> candidates, Environment environment,
				ConfigurableBeanFactory beanFactory) {
			ClassLoader classLoader = beanFactory.getBeanClassLoader();
			return new LockProviderChoice(properties.provider(),
					() -> MissingStore.addTo(candidates.orderedStream().toList(), environment, classLoader),
					classLoader);
		}

		@Bean
		LockProvider distlockProvider(LockProviderChoice choice) {
			return choice.choose().create();
		}

	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	@Conditional(DistlockAutoConfiguration.OnNoEngineOfParent.class)
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

		@Bean
		DistlockLifecycle distlockLifecycle(LockProviders distlockProviders, ObjectProvider<LeaseSettings> settings,
				DistributedLockOperationSource distlockOperationSource, ObjectProvider<ClusterJobs> jobs,
				ObjectProvider<LeaderElections> elections, ObjectProvider<LockProviderChoice> choice,
				ObjectProvider<DistlockProperties> properties, Environment environment,
				ObjectProvider<LifecycleProperties> lifecycle, ApplicationContext context) {
			StartupReport report = new StartupReport(distlockProviders, settings, distlockOperationSource::methodCount,
					() -> jobs.stream().mapToInt((known) -> known.providers().size()).sum(),
					() -> elections.stream().mapToInt((known) -> known.all().size()).sum(), choice,
					() -> new LeaseSettingsFactory(properties.getObject(), environment).isUnnamed());
			ShutdownGrace grace = new ShutdownGrace(
					lifecycle.getIfAvailable(LifecycleProperties::new).getTimeoutPerShutdownPhase(), System::nanoTime);
			return new DistlockLifecycle(distlockProviders, report, grace, context);
		}

	}

	/**
	 * Matches unless a parent context has an engine that this context can share. A single
	 * condition, because the classes of nested conditions would be read with each start.
	 */
	static class OnNoEngineOfParent extends SpringBootCondition implements ConfigurationCondition {

		@Override
		public ConfigurationPhase getConfigurationPhase() {
			return ConfigurationPhase.REGISTER_BEAN;
		}

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConditionMessage.Builder message = ConditionMessage.forCondition("Lock engine");
			ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
			if (beanFactory == null || !hasEngines(beanFactory)) {
				return ConditionOutcome.match(message.because("no parent context has one"));
			}
			if (hasOwnProvider(beanFactory)) {
				return ConditionOutcome.match(message.because("this context has a lock provider of its own"));
			}
			return ConditionOutcome.noMatch(message.because("that of the parent context is shared"));
		}

		private static boolean hasEngines(ConfigurableListableBeanFactory beanFactory) {
			return beanFactory.getParentBeanFactory() != null && BeanFactoryUtils
				.beanNamesForTypeIncludingAncestors(beanFactory, LockProviders.class, true, false).length > 0;
		}

		private static boolean hasOwnProvider(ConfigurableListableBeanFactory beanFactory) {
			for (String name : beanFactory.getBeanNamesForType(LockProvider.class, true, false)) {
				if (!beanFactory.containsBeanDefinition(name)
						|| beanFactory.getMergedBeanDefinition(name).isAutowireCandidate()) {
					return true;
				}
			}
			return false;
		}

	}

	/**
	 * Candidate for locks within one process, available by name only.
	 */
	private static final class LocalCandidate implements LockProviderCandidate {

		@Override
		public String name() {
			return "local";
		}

		@Override
		public boolean isOffered() {
			return false;
		}

		@Override
		public LockProvider create() {
			LoggerFactory.getLogger(DistlockAutoConfiguration.class)
				.warn("distlock.provider=local: locks exclude only threads of this process, not other nodes. "
						+ "Use it for tests and single-node development only");
			return new LocalLockProvider();
		}

	}

}
