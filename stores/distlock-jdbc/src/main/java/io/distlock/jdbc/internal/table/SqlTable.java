// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockStoreException;

/**
 * Table that is created by a script, with a key as the first column, and with a purge of
 * unused rows.
 *
 * @since 0.1.0
 */
public interface SqlTable {

	// Without the prefix.
	String name();

	/**
	 * Return the names of the columns in a database, separated by commas.
	 */
	String columns(Dialect dialect);

	/**
	 * Check that a database supports the table.
	 * @throws DatabaseNotSupportedException if the table is not supported
	 */
	default void checkSupported(Dialect dialect) {
	}

	String createStatement(Dialect dialect, String tablePrefix);

	/**
	 * Return an exception that explains how to create the table.
	 */
	LockStoreException missing(Dialect dialect, String tablePrefix, Throwable cause);

	/**
	 * Return the column with the time at which a row was last used.
	 */
	default String lastUsed() {
		return "updated_at";
	}

	/**
	 * Return the condition for a row without use for a time, given by two parameters.
	 */
	default String idle(Dialect dialect) {
		return unusedSince(lastUsed(), dialect) + " and " + unusedSince(lastUsed(), dialect);
	}

	static String unusedSince(String column, Dialect dialect) {
		return column + " <= " + dialect.now() + " - ?";
	}

	/**
	 * Return the tables to verify on first use of this table instead of at start.
	 */
	default List<SqlTable> verifiedWhenUsed() {
		return List.of();
	}

	default String in(String tablePrefix) {
		return TableNames.named(tablePrefix, name());
	}

	default String key(Dialect dialect) {
		String columns = columns(dialect);
		return columns.substring(0, columns.indexOf(','));
	}

	/**
	 * Verify that the table exists with all columns and compares keys exactly.
	 */
	default void verify(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
		try {
			probe(connection, dialect, tablePrefix);
		}
		catch (SQLException ex) {
			if (SqlErrors.isOfTable(ex)) {
				throw missing(dialect, tablePrefix, dialect.explain(connection, in(tablePrefix), ex));
			}
			throw ex;
		}
	}

	/**
	 * Create the table unless it exists.
	 */
	default void create(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
		if (!exists(connection, dialect, tablePrefix)) {
			try {
				Sql.execute(connection, createStatement(dialect, tablePrefix));
			}
			catch (SQLException ex) {
				// Where another node was faster, the table is there now.
				if (!exists(connection, dialect, tablePrefix)) {
					throw missing(dialect, tablePrefix, ex);
				}
			}
		}
	}

	private boolean exists(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
		try {
			probe(connection, dialect, tablePrefix);
			return true;
		}
		catch (SQLException ex) {
			if (SqlErrors.isOfTable(ex)) {
				return false;
			}
			throw ex;
		}
	}

	// Fails if the table is missing, or lacks a column.
	private void probe(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
		checkSupported(dialect);
		Sql.execute(connection, "select " + columns(dialect) + " from " + in(tablePrefix) + " where 1 = 0");
		if (Sql.ask(connection, collisions(dialect, tablePrefix), (row) -> true) != null) {
			throw colliding(dialect, tablePrefix);
		}
	}

	// Returns a query for keys that are equal although they differ, by the collation of
	// the column: in case, or by a sign that it passes over. Encoded keys differ in ASCII
	// letters, digits and few other signs only.
	private String collisions(Dialect dialect, String tablePrefix) {
		String key = key(dialect);
		String names = "select " + key + " from " + in(tablePrefix) + " where 1 = 0 union all select 'Aa' from "
				+ dialect.oneRow() + " union all select 'a-b' from " + dialect.oneRow();
		return "select " + key + " from (" + names + ") differing where " + key + " = 'aA' or " + key + " = 'ab'";
	}

	private DatabaseNotSupportedException colliding(Dialect dialect, String tablePrefix) {
		return new DatabaseNotSupportedException(
				"The column '%s' of the table '%s' treats different keys as equal, because the collation of the database or of the column ignores case or accents: two locks would be one."
					.formatted(key(dialect), in(tablePrefix)),
				"Give the column a binary collation, or create the table in a database that has one. The script, which does so where the database supports it:%n%s"
					.formatted(createStatement(dialect, tablePrefix)));
	}

}
