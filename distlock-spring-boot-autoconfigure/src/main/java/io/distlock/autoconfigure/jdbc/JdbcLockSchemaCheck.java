// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import javax.sql.DataSource;

import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.connection.ProbeDataSource;
import io.distlock.jdbc.connection.ProbeDataSource.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Looks for the lock table, on one connection that is given back or closed at once. Where
 * nothing is to be initialized, nothing is opened for that: it is looked for only if the
 * application uses its pool by then, and otherwise missed by the first lock.
 */
final class JdbcLockSchemaCheck {

	private static final Logger logger = LoggerFactory.getLogger(JdbcLockSchemaCheck.class);

	private final LockDataSource dataSource;

	private final DistlockJdbcProperties properties;

	private final UsedTables used;

	JdbcLockSchemaCheck(LockDataSource dataSource, DistlockJdbcProperties properties, UsedTables used) {
		this.dataSource = dataSource;
		this.properties = properties;
		this.used = used;
	}

	/**
	 * Look for the table.
	 * @return whether the database is known to be in the memory of this process
	 */
	boolean run() {
		DataSource database = this.dataSource.get();
		if (this.properties.initializeSchema() != DatabaseInitializationMode.NEVER
				|| ProbeDataSource.of(database).state() == State.OPEN) {
			JdbcLockSchema schema = new JdbcLockSchema(database, this.properties.tablePrefix());
			verify(schema);
			return isInMemory(schema);
		}
		return false;
	}

	private static boolean isInMemory(JdbcLockSchema schema) {
		boolean inMemory = schema.isInMemory();
		if (inMemory) {
			logger.warn("The database that holds the locks is in memory: locks exclude only threads of this process, "
					+ "not other nodes. Use it for tests and single-node development only");
		}
		return inMemory;
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
