// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import javax.sql.DataSource;

import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.internal.connection.ProbeDataSource;
import io.distlock.jdbc.internal.connection.ProbeDataSource.State;
import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Verifies the lock table on one connection that is closed at once. If distlock does not
 * initialize the schema, an unused pool of the application is not started for the check;
 * the first lock then reports a missing table.
 */
record JdbcLockSchemaCheck(LockDataSource dataSource, DistlockJdbcProperties properties) {

	private static final Logger logger = LoggerFactory.getLogger(JdbcLockSchemaCheck.class);

	/**
	 * Verify the table.
	 * @return {@code true} if the database is known to be in the memory of this process
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

	/**
	 * Fail without a lock table, with one message about all missing tables. If only other
	 * tables are missing, their first use reports them.
	 */
	private static void verify(JdbcLockSchema schema) {
		try {
			schema.verify();
		}
		catch (LockTableMissingException ex) {
			throw ex.and(missing(schema::verifyJobs, schema::verifyHolders));
		}
	}

	private static List<LockTableMissingException> missing(Runnable... verifications) {
		List<LockTableMissingException> missing = new ArrayList<>();
		for (Runnable verification : verifications) {
			try {
				verification.run();
			}
			catch (LockStoreException ex) {
				if (ex instanceof LockTableMissingException other) {
					missing.add(other);
				}
			}
		}
		return missing;
	}

	/**
	 * Delays the verification of the lock table until all components that create tables
	 * have finished, unless migrations are locked and need the table themselves.
	 */
	static class Detector extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

		private final Environment environment;

		Detector(Environment environment) {
			this.environment = environment;
		}

		@Override
		protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
			return JdbcLockSchemaInitializer.isFirst(this.environment) ? Set.of() : Set.of(JdbcLockSchemaCheck.class);
		}

	}

}
