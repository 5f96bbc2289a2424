// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockOperations;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
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
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderSettings;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * The advice, on a real engine over the in-process store, which can be told to fail or to
 * lose.
 */
@Configuration(proxyBeanMethods = false)
@Import(TestLocks.Advice.class)
public class TestLocks {

	static AnnotationConfigApplicationContext context(Class<?>... classes) {
		return context(Map.of(), (context) -> {
		}, classes);
	}

	static AnnotationConfigApplicationContext context(Map<String, Object> properties,
			Consumer<AnnotationConfigApplicationContext> customizer, Class<?>... classes) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
		context.register(TestLocks.class);
		context.register(classes);
		customizer.accept(context);
		try {
			context.refresh();
		}
		catch (RuntimeException ex) {
			context.close();
			throw ex;
		}
		return context;
	}

	@Bean
	Store store() {
		return new Store();
	}

	@Bean
	LeaseLockEngine engine(Store store) {
		LeaseSettings settings = LeaseSettings.of("test", "node").withHandOff(32, Duration.ofMillis(100));
		return new LeaseLockEngine(store, settings, (event) -> {
		});
	}

	@Bean
	LockTemplate lockTemplate(LeaseLockEngine engine, ObjectProvider<LockScope> scope) {
		return new LockTemplate(engine, scope.getIfAvailable(() -> LockScope.CALLBACK));
	}

	@Bean
	@Lazy
	LeaderElections elections(LeaseLockEngine engine) {
		return new LeaderElections((role) -> new LeaderElection(role, engine, LeaderSettings.defaults(), "node",
				(unknown) -> Optional.empty()));
	}

	@Bean
	LockOperationsResolver resolver(ObjectProvider<LockTemplate> template) {
		return new LockOperationsResolver() {

			@Override
			public LockOperations resolve(String providerBeanName) {
				return template.getObject();
			}

			@Override
			public Set<String> providerNames() {
				return Set.of("store", "other");
			}

		};
	}

	static void awaitLoss(HeldLock lock) {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !lock.isHeld());
	}

	/**
	 * What Spring Boot configures, with the settings that tests change by the same names.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(AutoProxyRegistrar.class)
	static class Advice {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DistributedLockOperationSource operationSource(ConfigurableBeanFactory beanFactory) {
			return new DistributedLockOperationSource(beanFactory);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockedBeanPostProcessor lockedBeanPostProcessor(DistributedLockOperationSource source,
				ConfigurableApplicationContext context) {
			return new LockedBeanPostProcessor(source, context, () -> SelfInvocation.WARN);
		}

		@Bean
		@Lazy
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DistributedLockInterceptor lockInterceptor(DistributedLockOperationSource source,
				ObjectProvider<LockOperationsResolver> resolver, ObjectProvider<ReactiveTransactionScope> scope) {
			return new DistributedLockInterceptor(source, resolver::getObject,
					DaemonThreads.executor("distlock-async-"), scope::getIfAvailable);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockedMethodAdvisor lockAdvisor(DistributedLockOperationSource source,
				ObjectProvider<DistributedLockInterceptor> interceptor) {
			return new LockedMethodAdvisor(source, source::hasLock, interceptor::getObject,
					() -> Ordered.LOWEST_PRECEDENCE - 1);
		}

		@Bean
		@Lazy
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LeaderOnlyInterceptor leaderInterceptor(DistributedLockOperationSource source,
				ObjectProvider<LeaderElections> elections, ObjectProvider<ReactiveTransactionScope> scope) {
			return new LeaderOnlyInterceptor(source, elections::getObject, DaemonThreads.executor("distlock-async-"),
					scope::getIfAvailable);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockedMethodAdvisor leaderAdvisor(DistributedLockOperationSource source,
				ObjectProvider<LeaderOnlyInterceptor> interceptor) {
			return new LockedMethodAdvisor(source, source::hasRole, interceptor::getObject,
					() -> Ordered.LOWEST_PRECEDENCE - 1);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static TransactionAttributeResolver ownTransactions(ObjectProvider<TransactionInterceptor> interceptors,
				ConfigurableBeanFactory beanFactory) {
			return new TransactionAttributeResolver(() -> interceptors.stream().toList(), beanFactory);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static LockScope transactionalScope(Environment environment, TransactionAttributeResolver ownTransactions) {
			return new TransactionalLockScope(new StaleReads(InsideTransaction.WARN), ownTransactions,
					followsTransactions(environment));
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static TransactionListeners lossVeto(ConfigurableListableBeanFactory beanFactory) {
			return new TransactionListeners(beanFactory, (manager) -> new LockLossVeto(), LockLossVeto::refused);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static @Nullable ReactiveTransactionScope reactiveTransactionScope(Environment environment,
				TransactionAttributeResolver ownTransactions) {
			return followsTransactions(environment) ? new ReactiveTransactionScope(ownTransactions) : null;
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static ReactiveLossVetoPostProcessor reactiveLossVeto() {
			return new ReactiveLossVetoPostProcessor();
		}

		private static boolean followsTransactions(Environment environment) {
			return environment.getProperty("distlock.transaction-aware", Boolean.class, true);
		}

	}

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

	static final class Store implements LockProvider {

		private final LocalLockProvider real = new LocalLockProvider();

		final List<String> asked = new CopyOnWriteArrayList<>();

		final List<String> released = new CopyOnWriteArrayList<>();

		volatile boolean down;

		volatile boolean loses;

		@Override
		public String name() {
			return "local";
		}

		@Override
		public Set<LockMode> modes() {
			return this.real.modes();
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			Contender contender = this.real.contend(claim, wakeUp);
			return new Contender() {

				@Override
				public Attempt attempt(LockOwner owner) {
					failWhenDown();
					Store.this.asked.add(claim.key().name());
					return contender.attempt(owner);
				}

				@Override
				public void close() {
					contender.close();
				}

			};
		}

		private void failWhenDown() {
			if (this.down) {
				throw new LockStoreException("store is down", LockStoreException.Outcome.PERMANENT, null);
			}
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			failWhenDown();
			if (this.loses) {
				leases.forEach((lease) -> this.real.release(lease.key(), lease.owner()));
			}
			this.real.renew(leases, outcomes);
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			failWhenDown();
			return this.real.yieldOrRenew(lease, lastToken, claim);
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			failWhenDown();
			this.released.add(key.name());
			return this.real.release(key, owner, lastToken);
		}

		boolean isFree(String name) {
			return this.real.heldLocks(1000)
				.stream()
				.noneMatch((lock) -> lock.key().equals(new LockKey("test", name).encoded(200)));
		}

	}

}
