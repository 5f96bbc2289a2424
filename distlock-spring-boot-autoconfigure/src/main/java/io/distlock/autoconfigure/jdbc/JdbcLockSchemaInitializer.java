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
 * Creates the missing lock table according to {@code distlock.jdbc.initialize-schema},
 * after the application's migrations, which may also create it.
 *
 * @param choice the selected store
 * @param dataSource the database
 * @param properties the properties of the table
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
	 * Return whether the database is the selected store. There is no selection if another
	 * library's auto-configuration defines the provider.
	 */
	private boolean isChosen() {
		LockProviderChoice known = this.choice.getIfAvailable();
		return known != null && known.isChosen(JdbcLockProviderCandidate.NAME);
	}

	/**
	 * Return whether the table must be created. An unused pool is not examined, because
	 * it does not belong to an embedded database.
	 */
	private static boolean isWanted(DatabaseInitializationMode mode, DataSource database) {
		return mode == DatabaseInitializationMode.ALWAYS || (ProbeDataSource.of(database).state() != State.UNUSED
				&& EmbeddedDatabaseConnection.isEmbedded(database));
	}

	/**
	 * Return whether the lock table must be created before all other tables, because
	 * migrations are locked.
	 */
	static boolean isFirst(Environment environment) {
		return environment.getProperty(DistlockLiquibaseProperties.ENABLED, Boolean.class, false);
	}

	/**
	 * Orders the creation of the lock table before beans that need the application's
	 * tables, and after other components that create tables, because a migration tool may
	 * require an empty schema. Only migrations protected by a lock follow the lock table.
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
