// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.queue.PostgresWakeUps;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.LockStatements;
import io.distlock.jdbc.internal.sql.PostgresSql;
import io.distlock.jdbc.internal.sql.PostgresStatements;
import io.distlock.jdbc.internal.sql.RenewalStatements;
import io.distlock.jdbc.internal.sql.ShareSql;
import io.distlock.jdbc.internal.sql.ShareStatements;
import io.distlock.jdbc.internal.table.IdleRowPurge;
import io.distlock.jdbc.internal.table.SqlDatabase;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the tables of locks and cluster jobs. Opens connections on first
 * use.
 */
final class LockDatabase implements AutoCloseable {

	private final SqlDatabase database;

	private final String tablePrefix;

	private volatile @Nullable Tables tables;

	LockDatabase(DataSource dataSource, String tablePrefix, int poolSize) {
		this.database = new SqlDatabase(dataSource, tablePrefix, poolSize, true);
		this.tablePrefix = tablePrefix;
	}

	// Returns what wakes waiting nodes, if the database turns out to be PostgreSQL.
	PostgresWakeUps wakeUps() {
		PostgresWakeUps.Source listening = new PostgresWakeUps.Source() {

			@Override
			public Connection open() throws SQLException {
				return LockDatabase.this.database.open();
			}

			@Override
			public void close(Connection opened) throws SQLException {
				LockDatabase.this.database.close(opened);
			}

		};
		return new PostgresWakeUps(listening, SchemaTable.passing(this.tablePrefix));
	}

	IdleRowPurge purge(SchemaTable table, Duration after) {
		return new IdleRowPurge(this.database, table, after);
	}

	// The supplier describes the work for a message, and is not called before there is
	// one.
	<T> T run(Supplier<String> what, Work<T> work) {
		return run(SchemaTable.LOCK, what, work);
	}

	<T> T run(SchemaTable table, Supplier<String> what, Work<T> work) {
		return this.database.run(table, what, withTables(work));
	}

	<T> T repeat(SchemaTable table, Supplier<String> what, Work<T> work) {
		return this.database.repeat(table, what, withTables(work));
	}

	<T> T read(SchemaTable table, Supplier<String> what, Work<T> work) {
		return this.database.read(table, what, withTables(work));
	}

	private <T> SqlDatabase.Work<T> withTables(Work<T> work) {
		return (connection, dialect) -> work.apply(connection, tables(dialect));
	}

	String nameOf(SchemaTable table) {
		return this.database.nameOf(table);
	}

	@Override
	public void close() {
		this.database.close();
	}

	private Tables tables(Dialect dialect) {
		Tables known = this.tables;
		if (known == null) {
			LockSql sql = SchemaTable.locks(dialect, this.tablePrefix);
			LockStatements statements = (sql instanceof PostgresSql postgres) ? new PostgresStatements(postgres)
					: new LockStatements(dialect, sql);
			ShareSql shares = SchemaTable.shares(dialect, sql, this.tablePrefix);
			known = new Tables(dialect, statements, new ShareStatements(shares, statements),
					new RenewalStatements(dialect, sql, shares),
					new JobStatements(SchemaTable.jobs(dialect, this.tablePrefix), statements));
			this.tables = known;
		}
		return known;
	}

	/**
	 * Access to the database.
	 *
	 * @param dialect the dialect
	 * @param statements statements on the row of a lock
	 * @param shares statements on the holders of a shared lock
	 * @param renewal statements that renew leases
	 * @param jobs statements on the rows of a job
	 */
	record Tables(Dialect dialect, LockStatements statements, ShareStatements shares, RenewalStatements renewal,
			JobStatements jobs) {

	}

	/**
	 * Work on a connection.
	 *
	 * @param <T> the type of the result
	 */
	interface Work<T> {

		T apply(Connection connection, Tables tables) throws SQLException;

	}

}
