// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.LockScope;
import io.distlock.internal.interceptor.DistributedLockInterceptor;
import io.distlock.internal.interceptor.LeaderOnlyInterceptor;
import io.distlock.internal.interceptor.LockedMethodAdvisor;
import io.distlock.internal.interceptor.ReactiveLossVetoPostProcessor;
import io.distlock.internal.interceptor.ReactiveTransactionScope;
import io.distlock.internal.interceptor.check.LockedBeanPostProcessor;
import io.distlock.internal.interceptor.check.SelfInvocation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.operation.LockOperationsResolver;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.internal.transaction.InsideTransaction;
import io.distlock.internal.transaction.LockLossVeto;
import io.distlock.internal.transaction.StaleReads;
import io.distlock.internal.transaction.TransactionAttributeResolver;
import io.distlock.internal.transaction.TransactionListeners;
import io.distlock.internal.transaction.TransactionalLockScope;
import io.distlock.leader.LeaderElections;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.function.SingletonSupplier;

/**
 * Beans that apply locks to annotated methods. All of them are infrastructure, and need
 * no lock provider before the first call of a locked method.
 * <p>
 * Parameters are named as their beans, so that Spring finds the beans by name without
 * resolving the types of all beans. The configurations are lazy, because their methods
 * are static.
 */
@Lazy
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
@Import(LockAdviceConfiguration.AutoProxyRegistrar.class)
class LockAdviceConfiguration {

	private static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 1;

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DistributedLockOperationSource distlockOperationSource(ConfigurableBeanFactory beanFactory) {
		return new DistributedLockOperationSource(beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockedBeanPostProcessor distlockLockedBeanPostProcessor(
			DistributedLockOperationSource distlockOperationSource, ConfigurableApplicationContext context,
			Environment environment) {
		return new LockedBeanPostProcessor(distlockOperationSource, context, () -> selfInvocation(environment));
	}

	/**
	 * Create the check for self-invocation. After ahead-of-time processing, class files
	 * may be missing.
	 */
	private static SelfInvocation selfInvocation(Environment environment) {
		return AotDetector.useGeneratedArtifacts() ? SelfInvocation.IGNORE
				: Binder.get(environment)
					.bind("distlock.self-invocation", SelfInvocation.class)
					.orElse(SelfInvocation.WARN);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DistributedLockInterceptor distlockInterceptor(DistributedLockOperationSource distlockOperationSource,
			ObjectProvider<LockOperationsResolver> resolver, ObjectProvider<ReactiveTransactionScope> transactions) {
		SingletonSupplier<ReactiveTransactionScope> scope = SingletonSupplier.ofNullable(transactions::getIfAvailable);
		return new DistributedLockInterceptor(distlockOperationSource, resolver::getObject,
				DaemonThreads.executor("distlock-async-"), scope::get);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockedMethodAdvisor distlockAdvisor(DistributedLockOperationSource distlockOperationSource,
			ObjectProvider<DistributedLockInterceptor> interceptor, Environment environment,
			ObjectProvider<OutsideTransactions> transactions) {
		return new LockedMethodAdvisor(distlockOperationSource, distlockOperationSource::hasLock,
				interceptor::getObject, () -> order(environment, transactions.getIfAvailable()));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockedMethodAdvisor distlockLeaderAdvisor(DistributedLockOperationSource distlockOperationSource,
			ObjectProvider<LeaderElections> elections, ObjectProvider<ReactiveTransactionScope> scope,
			Environment environment, ObjectProvider<OutsideTransactions> transactions) {
		return new LockedMethodAdvisor(distlockOperationSource, distlockOperationSource::hasRole,
				() -> new LeaderOnlyInterceptor(distlockOperationSource, SingletonSupplier.of(elections::getObject),
						DaemonThreads.executor("distlock-async-"),
						SingletonSupplier.ofNullable(scope::getIfAvailable)::get),
				() -> order(environment, transactions.getIfAvailable()));
	}

	private static int order(Environment environment, @Nullable OutsideTransactions transactions) {
		int configured = Binder.get(environment).bind("distlock.order", Integer.class).orElse(DEFAULT_ORDER);
		return (transactions != null) ? transactions.adjust(configured) : configured;
	}

	/**
	 * Beans for transactions.
	 */
	@Lazy
	@Configuration(proxyBeanMethods = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnClass(PlatformTransactionManager.class)
	static class TransactionConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		@ConditionalOnMissingBean
		static LockScope distlockTransactionalScope(Environment environment,
				TransactionAttributeResolver distlockOwnTransactions) {
			InsideTransaction policy = Binder.get(environment)
				.bind("distlock.transaction.inside", InsideTransaction.class)
				.orElse(InsideTransaction.WARN);
			boolean extending = environment.getProperty("distlock.transaction-aware", Boolean.class, true);
			return new TransactionalLockScope(new StaleReads(policy), distlockOwnTransactions, extending);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		@ConditionalOnMissingBean(name = "distlockOwnTransactions")
		static TransactionAttributeResolver distlockOwnTransactions(ObjectProvider<TransactionInterceptor> interceptors,
				ConfigurableBeanFactory beanFactory) {
			return new TransactionAttributeResolver(() -> interceptors.stream().toList(), beanFactory);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static TransactionListeners distlockLossVeto(ConfigurableListableBeanFactory beanFactory) {
			return new TransactionListeners(beanFactory, (manager) -> new LockLossVeto(), LockLossVeto::refused);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static OutsideTransactions distlockAdviceOrder(ConfigurableBeanFactory beanFactory) {
			return new OutsideTransactions(beanFactory);
		}

	}

	/**
	 * Beans for reactive transactions.
	 */
	@Lazy
	@Configuration(proxyBeanMethods = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnClass({ ReactiveTransactionManager.class, Mono.class })
	static class ReactiveTransactionConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		@ConditionalOnBooleanProperty(name = "distlock.transaction-aware", matchIfMissing = true)
		static ReactiveTransactionScope distlockReactiveTransactionScope(
				TransactionAttributeResolver distlockOwnTransactions) {
			return new ReactiveTransactionScope(distlockOwnTransactions);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static ReactiveLossVetoPostProcessor distlockReactiveLossVetoPostProcessor() {
			return new ReactiveLossVetoPostProcessor();
		}

	}

	/**
	 * Registers an auto-proxy creator, even if {@code spring.aop.auto} is off, with
	 * class-based proxies unless {@code spring.aop.proxy-target-class} is {@code false}.
	 */
	static class AutoProxyRegistrar implements ImportBeanDefinitionRegistrar {

		private final boolean proxiesClasses;

		AutoProxyRegistrar(Environment environment) {
			this.proxiesClasses = environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true);
		}

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
			if (this.proxiesClasses) {
				AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
			}
		}

	}

	/**
	 * Orders the lock immediately outside of {@code @Transactional}, regardless of the
	 * order of the application's transactions.
	 */
	static final class OutsideTransactions {

		private static final Logger logger = LoggerFactory.getLogger(OutsideTransactions.class);

		private final ConfigurableBeanFactory beanFactory;

		OutsideTransactions(ConfigurableBeanFactory beanFactory) {
			this.beanFactory = beanFactory;
		}

		int adjust(int order) {
			int outermost = this.beanFactory.getBeanProvider(BeanFactoryTransactionAttributeSourceAdvisor.class)
				.stream()
				.mapToInt(BeanFactoryTransactionAttributeSourceAdvisor::getOrder)
				.min()
				.orElse(Integer.MAX_VALUE);
			if (outermost == Ordered.HIGHEST_PRECEDENCE) {
				throw new IllegalStateException(
						"Transactions have the highest precedence, so no lock can be taken outside them; "
								+ "give @EnableTransactionManagement an order above Ordered.HIGHEST_PRECEDENCE");
			}
			if (outermost > order) {
				return order;
			}
			logger.debug("Locks get order {} instead of {}, to be outside transactions", outermost - 1, order);
			return outermost - 1;
		}

	}

}
