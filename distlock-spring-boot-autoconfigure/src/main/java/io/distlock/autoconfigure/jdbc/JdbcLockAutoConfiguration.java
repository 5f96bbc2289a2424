// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import javax.sql.DataSource;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.DistlockDataSource;
import io.distlock.autoconfigure.internal.LockProviderChoice;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSettings;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in a table of a relational database.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ JdbcLockProvider.class, EmbeddedDatabaseConnection.class, DatabaseInitializationMode.class })
@ConditionalOnLockStore("jdbc")
@EnableConfigurationProperties(DistlockJdbcProperties.class)
@Import(DatabaseInitializationDependencyConfigurer.class)
public final class JdbcLockAutoConfiguration {

	@Bean
	LockDataSource distlockJdbcLockDataSource(ListableBeanFactory beanFactory,
			@DistlockDataSource ObjectProvider<DataSource> marked, ObjectProvider<DataSource> all) {
		return new LockDataSource(beanFactory, marked, all);
	}

	@Bean
	JdbcLockSettings distlockJdbcSettings(DistlockJdbcProperties properties) {
		return LockConfigurationException.orRefused(() -> JdbcLockSettings.defaults()
			.withTablePrefix(properties.tablePrefix())
			.withPoolSize(properties.poolSize())
			.withMaxPollInterval(properties.maxPollInterval())
			.withPurgeAfter(properties.purgeAfter()));
	}

	@Bean
	JdbcLockProviderCandidate distlockJdbcProviderCandidate(LockDataSource dataSource, JdbcLockSettings settings,
			ObjectProvider<JdbcLockSchemaCheck> check) {
		return new JdbcLockProviderCandidate(dataSource, settings, check);
	}

	@Bean
	@Lazy(false)
	JdbcLockSchemaInitializer distlockJdbcSchemaInitializer(ObjectProvider<LockProviderChoice> choice,
			ObjectProvider<LockDataSource> dataSource, ObjectProvider<DistlockJdbcProperties> properties) {
		return new JdbcLockSchemaInitializer(choice, dataSource, properties);
	}

	@Bean
	@DependsOn("distlockJdbcSchemaInitializer")
	JdbcLockSchemaCheck distlockJdbcSchemaCheck(LockDataSource dataSource, DistlockJdbcProperties properties) {
		return new JdbcLockSchemaCheck(dataSource, properties);
	}

}
