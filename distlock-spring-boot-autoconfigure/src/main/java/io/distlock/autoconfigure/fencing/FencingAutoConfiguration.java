// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import javax.sql.DataSource;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.PropertyChecks;
import io.distlock.fencing.FencedTransactions;
import io.distlock.fencing.FencingGuard;
import io.distlock.fencing.FencingSettings;
import io.distlock.lease.LeaseSettings;
import io.distlock.transaction.TransactionAttributeResolver;
import io.distlock.transaction.TransactionHook;
import io.distlock.transaction.TransactionListeners;

import org.springframework.beans.factory.ObjectProvider;
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
import org.springframework.transaction.TransactionExecution;

/**
 * Auto-configuration for the guard that checks fencing tokens in the transactions of a
 * database.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ FencingGuard.class, DataSourceUtils.class, PlatformTransactionManager.class,
		EmbeddedDatabaseConnection.class, DatabaseInitializationMode.class })
@ConditionalOnBooleanProperty(name = { "distlock.enabled", "distlock.fencing.enabled" }, matchIfMissing = true)
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties(DistlockFencingProperties.class)
public final class FencingAutoConfiguration {

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	FencingGuard distlockFencingGuard(ObjectProvider<DataSource> dataSources, DistlockFencingProperties properties,
			LeaseSettings leases) {
		return new FencingGuard(() -> FencingTable.only(dataSources), settings(properties, leases.keyPrefix()),
				properties::createsTable);
	}

	private static FencingSettings settings(DistlockFencingProperties properties, String keyPrefix) {
		return LockConfigurationException.orRefused(() -> new FencingSettings(keyPrefix, properties.tablePrefix(),
				properties.lockTimeout(), properties.purgeAfter()));
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
	FencingTable distlockFencingTable(ObjectProvider<DataSource> dataSources, ObjectProvider<FencingGuard> guard,
			FencedTransactions distlockFencedTransactions, Environment environment) {
		if (PropertyChecks.areSet(environment)) {
			guard.getIfUnique();
		}
		return new FencingTable(dataSources, guard, distlockFencedTransactions);
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
