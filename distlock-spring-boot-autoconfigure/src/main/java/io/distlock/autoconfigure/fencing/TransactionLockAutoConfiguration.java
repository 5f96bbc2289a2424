// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import javax.sql.DataSource;

import io.distlock.LockObserver;
import io.distlock.LockScope;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.PropertyChecks;
import io.distlock.lease.LeaseSettings;
import io.distlock.transaction.TransactionAttributeResolver;
import io.distlock.transaction.TransactionHook;
import io.distlock.transaction.TransactionListeners;
import io.distlock.transaction.TransactionLockedMethods;
import io.distlock.transactional.TransactionLockedCalls;
import io.distlock.transactional.TransactionLocks;
import io.distlock.transactional.jdbc.JdbcTransactionLocks;
import io.distlock.transactional.jdbc.TransactionLockSettings;
import org.jspecify.annotations.Nullable;
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
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Auto-configuration for locks that belong to a transaction of a database.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ JdbcTransactionLocks.class, DataSourceUtils.class, PlatformTransactionManager.class,
		EmbeddedDatabaseConnection.class, DatabaseInitializationMode.class })
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties(DistlockFencingProperties.class)
public final class TransactionLockAutoConfiguration {

	@Bean
	@Lazy
	@ConditionalOnMissingBean(TransactionLocks.class)
	JdbcTransactionLocks distlockTransactionLocks(DistlockFencingProperties properties, LeaseSettings leases,
			ObjectProvider<LockScope> scope, ObjectProvider<LockObserver> observer) {
		TransactionLockSettings settings = LockConfigurationException
			.orRefused(() -> new TransactionLockSettings(leases.keyPrefix(), properties.tablePrefix(),
					leases.waitTime(), properties.purgeAfter()));
		return new JdbcTransactionLocks(settings, properties::createsTable,
				() -> scope.getIfAvailable(() -> LockScope.CALLBACK),
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

	/**
	 * Check whether the database can lock for transactions when all beans are there, and
	 * so after the application's own migrations; but only if a method is locked so. An
	 * application that calls the locks itself, or has several databases, learns of it at
	 * the first lock.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton distlockTransactionLockTable(ObjectProvider<DataSource> dataSources,
			ObjectProvider<JdbcTransactionLocks> locks, ObjectProvider<TransactionLockedMethods> methods,
			Environment environment) {
		if (PropertyChecks.areSet(environment)) {
			locks.getIfUnique();
		}
		return () -> {
			@Nullable TransactionLockedMethods known = methods.getIfAvailable();
			@Nullable DataSource database = dataSources.getIfUnique();
			if (known != null && known.isExpected() && database != null) {
				locks.ifAvailable((found) -> found.verify(database));
			}
		};
	}

}
