package io.distlock.autoconfigure.jdbc;

import javax.sql.DataSource;

import io.distlock.autoconfigure.LockProviderChoice;
import io.distlock.jdbc.JdbcLockSchema;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Creates the lock table if it is not there, as {@code distlock.jdbc.initialize-schema}
 * says: after the application's own migrations, which may create it as well.
 */
final class JdbcLockSchemaInitializer implements InitializingBean {

	private final LockProviderChoice choice;

	private final LockDataSource dataSource;

	private final DistlockJdbcProperties properties;

	JdbcLockSchemaInitializer(LockProviderChoice choice, LockDataSource dataSource, DistlockJdbcProperties properties) {
		this.choice = choice;
		this.dataSource = dataSource;
		this.properties = properties;
	}

	@Override
	public void afterPropertiesSet() {
		if (this.choice.isChosen(JdbcLockProviderCandidate.NAME)
				&& this.properties.getInitializeSchema() != DatabaseInitializationMode.NEVER) {
			DataSource database = this.dataSource.get();
			if (isWanted(database)) {
				new JdbcLockSchema(database, this.properties.getTablePrefix()).create();
			}
		}
	}

	private boolean isWanted(DataSource database) {
		return this.properties.getInitializeSchema() == DatabaseInitializationMode.ALWAYS
				|| EmbeddedDatabaseConnection.isEmbedded(database);
	}

}
