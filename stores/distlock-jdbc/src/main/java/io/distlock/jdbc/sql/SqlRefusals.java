// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.sql;

import java.sql.SQLException;
import java.util.Set;

/**
 * Classifies why a database refuses a statement for good. Most states that begin with 42
 * stand for several reasons, so only those are trusted that have one, and else the code
 * of the vendor.
 *
 * @since 0.1.0
 */
public final class SqlRefusals {

	/** PostgreSQL's, MySQL's and H2's states for missing tables. */
	private static final Set<String> TABLE_STATES = Set.of("42P01", "42S02", "42S03", "42S04");

	/** MySQL's, Oracle's, SQL Server's and Db2's errors for missing tables. */
	private static final Set<Integer> TABLE_CODES = Set.of(1146, 942, 208, -204);

	/** PostgreSQL's and Db2's, and MySQL's and H2's states for missing columns. */
	private static final Set<String> COLUMN_STATES = Set.of("42703", "42S22");

	/** MySQL's, Oracle's, SQL Server's and Db2's errors for missing columns. */
	private static final Set<Integer> COLUMN_CODES = Set.of(1054, 904, 207, -206);

	/** MySQL's, Oracle's, Db2's, SQL Server's and H2's errors for missing rights. */
	private static final Set<Integer> FORBIDDEN_CODES = Set.of(1044, 1142, 1143, 1031, -551, 229, 230, 90096);

	private static final String FORBIDDEN_STATE = "42501";

	/** HSQLDB says the same of missing tables, columns and rights, but for this code. */
	private static final int HSQLDB_NOT_FOUND = -5501;

	private SqlRefusals() {
	}

	/**
	 * Return whether a table is missing or has the wrong columns.
	 * @param failure the exception
	 * @return whether it is missing, or lacks a column
	 */
	public static boolean isOfTable(Throwable failure) {
		return SqlErrors.any(failure, SqlRefusals::isMissingTable) || isOfColumn(failure);
	}

	public static boolean isOfColumn(Throwable failure) {
		return SqlErrors.any(failure, (ex) -> COLUMN_STATES.contains(SqlErrors.state(ex))
				|| (!isMissingTable(ex) && COLUMN_CODES.contains(ex.getErrorCode())));
	}

	public static boolean isOfRights(Throwable failure) {
		return SqlErrors.any(failure, (ex) -> FORBIDDEN_CODES.contains(ex.getErrorCode())
				|| (FORBIDDEN_STATE.equals(SqlErrors.state(ex)) && ex.getErrorCode() != HSQLDB_NOT_FOUND));
	}

	/**
	 * Return whether the binary log of MySQL or MariaDB takes statements only, which the
	 * database refuses to write at READ COMMITTED.
	 * @param failure the exception
	 * @return whether it does
	 */
	public static boolean isOfBinaryLog(Throwable failure) {
		return SqlErrors.any(failure, (ex) -> ex.getErrorCode() == SqlErrors.STATEMENT_LOG);
	}

	private static boolean isMissingTable(SQLException ex) {
		return TABLE_STATES.contains(SqlErrors.state(ex)) || TABLE_CODES.contains(ex.getErrorCode())
				|| ex.getErrorCode() == HSQLDB_NOT_FOUND;
	}

}
