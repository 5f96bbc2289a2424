// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.util.Set;

import javax.sql.DataSource;

import io.distlock.autoconfigure.internal.DistlockLiquibaseProperties;
import io.distlock.autoconfigure.internal.LockProviderChoice;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.internal.connection.ProbeDataSource;
import io.distlock.jdbc.internal.connection.ProbeDataSource.State;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Creates the lock table if it is missing, as {@code distlock.jdbc.initialize-schema}
 * says: after the application's own migrations, which may create it, too.
 *
 * @param choice which store was chosen
 * @param dataSource the database
 * @param properties which table there is to be
 */
record JdbcLockSchemaInitializer(ObjectProvider<LockProviderChoice> choice, ObjectProvider<LockDataSource> dataSource,
		ObjectProvider<DistlockJdbcProperties> properties) implements InitializingBean {

	@Override
	public void afterPropertiesSet() {
		if (isChosen()) {
			DistlockJdbcProperties properties = this.properties.getObject();
			DatabaseInitializationMode mode = properties.initializeSchema();
			DataSource database = (mode != DatabaseInitializationMode.NEVER) ? this.dataSource.getObject().find()
					: null;
			if (database != null && isWanted(mode, database)) {
				LockConfigurationException.orRefused(() -> new JdbcLockSchema(database, properties.tablePrefix()))
					.create();
			}
		}
	}

	/**
	 * There is no choice where another library's auto-configuration defines the provider.
	 */
	private boolean isChosen() {
		LockProviderChoice known = this.choice.getIfAvailable();
		return known != null && known.isChosen(JdbcLockProviderCandidate.NAME);
	}

	/**
	 * A pool that is not used yet is not asked: it is none of an embedded database.
	 */
	private static boolean isWanted(DatabaseInitializationMode mode, DataSource database) {
		return mode == DatabaseInitializationMode.ALWAYS || (ProbeDataSource.of(database).state() != State.UNUSED
				&& EmbeddedDatabaseConnection.isEmbedded(database));
	}

	/**
	 * Return whether the lock table is needed before all others, since migrations are
	 * locked.
	 */
	static boolean isFirst(Environment environment) {
		return environment.getProperty(DistlockLiquibaseProperties.ENABLED, Boolean.class, false);
	}

	/**
	 * Makes beans that need the application's tables wait for the lock table too, and the
	 * lock table for everything else that creates tables: a migration tool may insist on
	 * an empty schema. Only migrations that a lock protects come after it.
	 */
	static class Detector extends AbstractBeansOfTypeDatabaseInitializerDetector {

		private final Environment environment;

		Detector(Environment environment) {
			this.environment = environment;
		}

		@Override
		protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
			return Set.of(JdbcLockSchemaInitializer.class);
		}

		@Override
		public int getOrder() {
			return isFirst(this.environment) ? Ordered.HIGHEST_PRECEDENCE : Ordered.LOWEST_PRECEDENCE - 10;
		}

	}

}
