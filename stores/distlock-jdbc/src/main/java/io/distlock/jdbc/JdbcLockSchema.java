// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.connection.ProbeDataSource;
import io.distlock.jdbc.internal.connection.ProbeDataSource.State;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.jdbc.internal.table.TableNames;
import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables of the JDBC provider: one table for locks, one for holders of shared locks and
 * permits, and two for cluster jobs. Creates the tables in the dialect of the database
 * and verifies their existence. The scripts are next to this class, as {@code
 * schema-<dialect>.sql} and {@code schema-drop-<dialect>.sql}. Uses connections of a
 * {@link ProbeDataSource}.
 *
 * @since 0.1.0
 */
public final class JdbcLockSchema {

	private static final Logger logger = LoggerFactory.getLogger(JdbcLockSchema.class);

	private static final List<String> IN_MEMORY = List.of("jdbc:h2:mem:", "jdbc:hsqldb:mem:");

	private final DataSource dataSource;

	private final String tablePrefix;

	/**
	 * Create the schema of a provider. Opens no connection.
	 * @param dataSource the database
	 * @param tablePrefix the prefix of the tables, as in {@link JdbcLockSettings}
	 */
	public JdbcLockSchema(DataSource dataSource, String tablePrefix) {
		TableNames.checkPrefix(tablePrefix, "distlock.jdbc");
		this.dataSource = dataSource;
		this.tablePrefix = tablePrefix;
	}

	/**
	 * Return whether the database is in the memory of this process, so that its locks
	 * exclude no other process.
	 * @return {@code true} if no other process can use the database
	 * @throws LockStoreException if the database did not respond, or is not supported
	 */
	public boolean isInMemory() {
		return ProbeDataSource.of(this.dataSource).state() != State.UNUSED && with((connection, dialect) -> {
			String url = connection.getMetaData().getURL();
			return url != null && IN_MEMORY.stream().anyMatch(url::startsWith);
		});
	}

	/**
	 * Return the statements that create the tables.
	 * @return the statements, without semicolons, beginning with the lock table
	 * @throws LockStoreException if the database did not respond, or is not supported
	 */
	public List<String> createStatements() {
		return with(
				(connection, dialect) -> TableNames.script(JdbcLockSchema.class, "schema-", dialect, this.tablePrefix));
	}

	/**
	 * Return the statements that drop the tables.
	 * @return the statements, without semicolons
	 * @throws LockStoreException if the database did not respond, or is not supported
	 */
	public List<String> dropStatements() {
		return with((connection, dialect) -> TableNames.script(JdbcLockSchema.class, "schema-drop-", dialect,
				this.tablePrefix));
	}

	/**
	 * Create missing tables. Several nodes may call this method concurrently. A failure
	 * to create a table other than the lock table is reported by the first job, shared
	 * lock or permit that needs the table.
	 * @throws LockTableMissingException if the lock table could not be created
	 * @throws LockStoreException if the database did not respond, or is not supported
	 */
	public void create() {
		with((connection, dialect) -> {
			SchemaTable.LOCK.create(connection, dialect, this.tablePrefix);
			createIfAllowed(connection, dialect, SchemaTable.HOLDER);
			return createIfAllowed(connection, dialect, SchemaTable.JOB, SchemaTable.JOB_RUN);
		});
	}

	/**
	 * Verify that the lock table exists with all columns. The tables of cluster jobs are
	 * verified when the first job is polled.
	 * @throws LockTableMissingException if the table is missing or incomplete
	 * @throws LockStoreException if the database did not respond, or is not supported
	 */
	public void verify() {
		verify(SchemaTable.LOCK);
	}

	/**
	 * Verify that the tables of cluster jobs exist with all columns.
	 * @throws LockTableMissingException if a table is missing or incomplete
	 * @throws LockStoreException if the database did not respond, or is not supported
	 */
	public void verifyJobs() {
		verify(SchemaTable.JOB);
		verify(SchemaTable.JOB_RUN);
	}

	/**
	 * Verify that the table of shared locks and permits exists with all columns.
	 * @throws LockTableMissingException if the table is missing or incomplete
	 * @throws LockStoreException if the database did not respond, or is not supported
	 */
	public void verifyHolders() {
		verify(SchemaTable.HOLDER);
	}

	void verify(SchemaTable table) {
		with((connection, dialect) -> {
			table.verify(connection, dialect, this.tablePrefix);
			return true;
		});
	}

	private boolean createIfAllowed(Connection connection, Dialect dialect, SchemaTable... tables) throws SQLException {
		try {
			for (SchemaTable table : tables) {
				table.create(connection, dialect, this.tablePrefix);
			}
			return true;
		}
		catch (LockTableMissingException ex) {
			logger.info("Could not create the tables for {}, which exclusive locks do not need. {}",
					tables[0].content(), ex.getMessage());
			return false;
		}
	}

	private <T> T with(Task<T> task) {
		try (ProbeDataSource probe = ProbeDataSource.of(this.dataSource); Connection connection = connect(probe)) {
			boolean autoCommit = connection.getAutoCommit();
			connection.setAutoCommit(true);
			try {
				return task.apply(connection, Dialects.of(connection));
			}
			finally {
				connection.setAutoCommit(autoCommit);
			}
		}
		catch (SQLException ex) {
			throw new LockStoreException(
					"Could not check for the table '%s'.%s (%s)".formatted(SchemaTable.LOCK.in(this.tablePrefix),
							SqlErrors.isOfRights(ex) ? " Grant the user of the DataSource SELECT on it." : "",
							SqlErrors.describe(ex)),
					SqlErrors.ofStatement(ex), ex);
		}
	}

	// A pool may also say that it has no connection by an exception of its own.
	private Connection connect(ProbeDataSource probe) {
		try {
			return probe.getConnection();
		}
		catch (SQLException | RuntimeException ex) {
			throw new LockStoreException(
					"Cannot connect to the database that holds the table '%s'. Check that it responds, and the URL, user and password of the DataSource. (%s)"
						.formatted(SchemaTable.LOCK.in(this.tablePrefix), SqlErrors.describe(ex)),
					SqlErrors.ofConnecting(ex), ex);
		}
	}

	private interface Task<T> {

		T apply(Connection connection, Dialect dialect) throws SQLException;

	}

}
