package io.distlock.autoconfigure.jdbc;

import javax.sql.DataSource;

import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.LockTableMissingException;
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

	private final UsedTables used;

	JdbcLockSchemaCheck(LockDataSource dataSource, DistlockJdbcProperties properties, UsedTables used) {
		this.dataSource = dataSource;
		this.properties = properties;
		this.used = used;
	}

	void run() {
		DataSource database = this.dataSource.get();
		if (this.properties.getInitializeSchema() != DatabaseInitializationMode.NEVER
				|| StartupDataSource.of(database).state() == State.OPEN) {
			verify(new JdbcLockSchema(database, this.properties.getTablePrefix()));
		}
	}

	private void verify(JdbcLockSchema schema) {
		try {
			schema.verify();
		}
		catch (LockTableMissingException ex) {
			throw this.used.withOthers(ex, schema);
		}
	}

}
