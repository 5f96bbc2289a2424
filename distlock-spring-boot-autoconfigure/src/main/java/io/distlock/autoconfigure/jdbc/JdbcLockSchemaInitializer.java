// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import javax.sql.DataSource;

import io.distlock.autoconfigure.LockProviderChoice;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.connection.ProbeDataSource;
import io.distlock.jdbc.connection.ProbeDataSource.State;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Creates the lock table if it is missing, as {@code distlock.jdbc.initialize-schema}
 * says: after the application's own migrations, which may create it, too.
 */
final class JdbcLockSchemaInitializer implements InitializingBean {

	private final ObjectProvider<LockProviderChoice> choice;

	private final LockDataSource dataSource;

	private final DistlockJdbcProperties properties;

	JdbcLockSchemaInitializer(ObjectProvider<LockProviderChoice> choice, LockDataSource dataSource,
			DistlockJdbcProperties properties) {
		this.choice = choice;
		this.dataSource = dataSource;
		this.properties = properties;
	}

	@Override
	public void afterPropertiesSet() {
		if (isChosen() && this.properties.initializeSchema() != DatabaseInitializationMode.NEVER) {
			DataSource database = this.dataSource.find();
			if (database != null && isWanted(database)) {
				new JdbcLockSchema(database, this.properties.tablePrefix()).create();
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
	private boolean isWanted(DataSource database) {
		return this.properties.initializeSchema() == DatabaseInitializationMode.ALWAYS
				|| (ProbeDataSource.of(database).state() != State.UNUSED
						&& EmbeddedDatabaseConnection.isEmbedded(database));
	}

}
