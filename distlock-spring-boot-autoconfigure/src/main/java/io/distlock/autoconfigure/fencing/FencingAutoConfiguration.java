// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import java.util.Set;

import javax.sql.DataSource;

import io.distlock.LockObserver;
import io.distlock.LockScope;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.fencing.FencedTransactions;
import io.distlock.fencing.FencingGuard;
import io.distlock.internal.interceptor.operation.TransactionLockedCalls;
import io.distlock.internal.transaction.TransactionAttributeResolver;
import io.distlock.internal.transaction.TransactionHook;
import io.distlock.internal.transaction.TransactionListeners;
import io.distlock.internal.transaction.TransactionLockedMethods;
import io.distlock.lease.LeaseSettings;
import io.distlock.transactional.TransactionLocks;
import io.distlock.transactional.internal.JdbcTransactionLocks;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;

/**
 * Auto-configuration for functions within database transactions: the guard that checks
 * fencing tokens, and locks bound to a transaction.
 * <p>
 * If a method is fenced, or is locked for its transaction, the database is verified after
 * all beans were created, and thus after the application's migrations. An application
 * that calls the guard or the locks directly, or has several databases, is notified of
 * problems by the first call.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ FencingGuard.class, DataSourceUtils.class, PlatformTransactionManager.class,
		EmbeddedDatabaseConnection.class, DatabaseInitializationMode.class })
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties(DistlockFencingProperties.class)
public final class FencingAutoConfiguration {

	@Bean
	@Lazy
	@ConditionalOnMissingBean(TransactionLocks.class)
	JdbcTransactionLocks distlockTransactionLocks(DistlockFencingProperties properties, LeaseSettings leases,
			ObjectProvider<LockScope> scope, ObjectProvider<LockObserver> observer) {
		return new JdbcTransactionLocks(properties.settings(leases.keyPrefix()), leases.waitTime(),
				properties::createsTable, () -> scope.getIfAvailable(() -> LockScope.CALLBACK),
				() -> observer.getIfAvailable(() -> LockObserver.NONE));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean(TransactionLockedCalls.class)
	static TransactionLockedMethods distlockTransactionLockedMethods(ObjectProvider<TransactionLocks> locks,
			TransactionAttributeResolver distlockOwnTransactions) {
		return new TransactionLockedMethods(locks::getObject, distlockOwnTransactions);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionListeners distlockTransactionLockListeners(ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<TransactionLockedMethods> methods) {
		return new TransactionListeners(beanFactory, (manager) -> new TransactionHook(manager, methods
			.getObject()), (name) -> LoggerFactory.getLogger(TransactionLockedMethods.class)
				.debug("Transaction manager '{}' does not support listeners, so no method is locked for its transactions",
						name));
	}

	@Bean
	@Lazy(false)
	SmartInitializingSingleton distlockTransactionLockTable(ObjectProvider<DataSource> dataSources,
			ObjectProvider<JdbcTransactionLocks> locks, ObjectProvider<TransactionLockedMethods> methods) {
		return () -> methods.ifAvailable((known) -> {
			if (known.isExpected()) {
				dataSources.ifUnique((database) -> locks.ifAvailable((found) -> found.verify(database)));
			}
		});
	}

	/**
	 * Configuration of the guard.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "distlock.fencing.enabled", matchIfMissing = true)
	static class GuardConfiguration {

		@Bean
		@Lazy
		@ConditionalOnMissingBean
		FencingGuard distlockFencingGuard(ObjectProvider<DataSource> dataSources, DistlockFencingProperties properties,
				LeaseSettings leases) {
			return new FencingGuard(() -> only(dataSources), properties.settings(leases.keyPrefix()),
					properties::createsTable);
		}

		private static DataSource only(ObjectProvider<DataSource> dataSources) {
			DataSource dataSource = dataSources.getIfUnique();
			if (dataSource == null) {
				throw new LockConfigurationException(
						"There are several DataSource beans, and the fencing guard cannot decide which one to use.",
						"Mark one as @Primary, or ask FencingGuard.on(DataSource) for the guard of the one that holds the data.");
			}
			return dataSource;
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		@ConditionalOnMissingBean
		static FencedTransactions distlockFencedTransactions(ObjectProvider<FencingGuard> guard,
				ObjectProvider<TransactionAttributeResolver> ownTransactions) {
			return new FencedTransactions(guard::getObject, (method) -> ownTransactions.getObject().test(method));
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static TransactionListeners distlockTransactionFence(ConfigurableListableBeanFactory beanFactory,
				ObjectProvider<FencedTransactions> fenced) {
			return new TransactionListeners(beanFactory,
					(manager) -> new TransactionHook(manager, new FencingStep(fenced.getObject())),
					(name) -> fenced.getObject().addUnchecked(name));
		}

		@Bean
		@Lazy(false)
		SmartInitializingSingleton distlockFencingTable(ObjectProvider<DataSource> dataSources,
				ObjectProvider<FencingGuard> guard, FencedTransactions distlockFencedTransactions) {
			return () -> {
				if (distlockFencedTransactions.isExpected()) {
					refuse(distlockFencedTransactions.unchecked());
					dataSources.ifUnique((database) -> guard.getObject().verify());
				}
			};
		}

		private static void refuse(Set<String> unchecked) {
			if (!unchecked.isEmpty()) {
				throw new LockConfigurationException(
						"A method is fenced, and its token could not be checked in the transactions of %s, which does not support listeners."
							.formatted(String.join(", ", unchecked)),
						"Use a transaction manager that extends AbstractPlatformTransactionManager; or leave 'fenced' out, and call FencingGuard.check(lock) as the first statement of each transaction.");
			}
		}

	}

	/**
	 * Checks the tokens of fenced calls in a transaction.
	 */
	private record FencingStep(FencedTransactions fenced) implements TransactionHook.Step {

		@Override
		public void begun(Object manager, TransactionExecution transaction) {
			this.fenced.begun(manager, transaction);
		}

		@Override
		public void committing() {
			this.fenced.committing();
		}

	}

}
