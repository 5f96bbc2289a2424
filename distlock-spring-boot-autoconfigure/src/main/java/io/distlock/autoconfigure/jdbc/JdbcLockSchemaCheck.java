package io.distlock.autoconfigure.jdbc;

import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;

/**
 * Looks for the lock table, on a connection of the application that goes back at once.
 */
final class JdbcLockSchemaCheck {

	private final LockDataSource dataSource;

	private final JdbcLockSettings settings;

	JdbcLockSchemaCheck(LockDataSource dataSource, JdbcLockSettings settings) {
		this.dataSource = dataSource;
		this.settings = settings;
	}

	void run() {
		new JdbcLockSchema(this.dataSource.get(), this.settings.tablePrefix()).verify();
	}

}
