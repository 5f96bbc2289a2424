package io.distlock.autoconfigure.jdbc;

import javax.sql.DataSource;

import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.StartupDataSource;
import io.distlock.jdbc.StartupDataSource.State;

import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Looks for the lock table, on one connection that is given back or closed at once. Where
 * nothing is to be initialized, nothing is opened for that: it is looked for only if the
 * application uses its pool by then, and otherwise missed by the first lock.
 */
final class JdbcLockSchemaCheck {

	private final LockDataSource dataSource;

	private final DistlockJdbcProperties properties;

	JdbcLockSchemaCheck(LockDataSource dataSource, DistlockJdbcProperties properties) {
		this.dataSource = dataSource;
		this.properties = properties;
	}

	void run() {
		DataSource database = this.dataSource.get();
		if (this.properties.getInitializeSchema() != DatabaseInitializationMode.NEVER
				|| StartupDataSource.of(database).state() == State.OPEN) {
			new JdbcLockSchema(database, this.properties.getTablePrefix()).verify();
		}
	}

}
