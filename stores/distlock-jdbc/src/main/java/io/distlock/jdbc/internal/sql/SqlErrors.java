// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * Classifies exceptions of a driver by their effect on the statement, and by the reason
 * why it is refused. Drivers and pools wrap exceptions in each other, so all causes are
 * checked. Most states that begin with 42 stand for several reasons, so only those are
 * trusted that have one, and else the code of the vendor.
 *
 * @since 0.1.0
 */
public final class SqlErrors {

	/** Lost the race against another transaction, which the database has undone. */
	private static final Set<String> CONFLICT_STATES = Set.of("40001", "40P01", "57033");

	/** ORA-00060, ORA-08177, H2, MySQL, SQL Server: deadlock or serialization failure. */
	private static final Set<Integer> CONFLICT_CODES = Set.of(60, 8177, 40001, 1213);

	// The row was locked for too long, the database takes no writes for now, or it ended
	// a transaction that paused for too long.
	private static final Set<String> REFUSED_STATES = Set.of("55P03", "HYT00", "25006", "57P02", "57P03", "25P03");

	// MySQL's lock wait and read-only errors, and those for too many connections, SQL
	// Server's lock time-out, H2's, and ORA-00054 and ORA-30006.
	private static final Set<Integer> REFUSED_CODES = Set.of(1205, 1222, 1290, 1836, 50200, 54, 30006, 1040, 1203,
			1226);

	private static final Set<String> ROW_TIMEOUT_STATES = Set.of("55P03", "HYT00");

	private static final Set<Integer> ROW_TIMEOUT_CODES = Set.of(1205, 1222, 50200, 54, 30006);

	/**
	 * PostgreSQL's and H2's state, and MySQL's errors, of a server that accepts no
	 * writes.
	 */
	private static final String READ_ONLY_STATE = "25006";

	private static final Set<Integer> READ_ONLY_CODES = Set.of(1290, 1836, 1792);

	// Ended by a time limit of the database or by an operator, which undoes the
	// statement: PostgreSQL and H2, MariaDB and MySQL.
	private static final Set<String> CANCELLED_STATES = Set.of("57014", "70100");

	/** MySQL's, and ORA-01013. */
	private static final Set<Integer> CANCELLED_CODES = Set.of(3024, 1013);

	private static final String OUT_OF_RANGE_STATE = "22003";

	/** SQL Server's, and ORA-01426 and ORA-01438. */
	private static final Set<Integer> OUT_OF_RANGE_CODES = Set.of(8115, 1426, 1438);

	/** PostgreSQL's end of a session by an administrator. */
	private static final Set<String> ENDED_STATES = Set.of("57P01");

	/** MariaDB's end of a session by an administrator. */
	private static final int KILLED = 1927;

	/** MySQL's and MariaDB's error for a binary log that takes no rows. */
	private static final int STATEMENT_LOG = 1665;

	// MySQL's, Oracle's, SQL Server's and H2's errors for missing databases, tables,
	// columns and rights, and MySQL's for a binary log of statements.
	private static final Set<Integer> HOPELESS_CODES = Set.of(STATEMENT_LOG, 1044, 1045, 1049, 1142, 1146, 1017, 1031,
			942, 207, 208, 229, 18456, 90096, 90079);

	private static final Set<String> HOPELESS_CLASSES = Set.of("42", "28", "3D", "3F", "22", "0A", "07");

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

	private SqlErrors() {
	}

	// Returns the outcome of a statement that failed.
	public static Outcome ofStatement(Throwable failure) {
		if (isConflict(failure) || isRefused(failure) || isCancelled(failure)) {
			return Outcome.TRANSIENT;
		}
		return isHopeless(failure) ? Outcome.PERMANENT : Outcome.UNKNOWN;
	}

	// Returns whether it makes sense to ask for a connection again.
	public static Outcome ofConnecting(Throwable failure) {
		return (isHopeless(failure) && !isRefused(failure)) ? Outcome.PERMANENT : Outcome.TRANSIENT;
	}

	// Returns whether no connection came in time, and nothing refused one.
	public static boolean isStarved(@Nullable Throwable failure) {
		return failure instanceof SQLTransientConnectionException && (failure.getCause() == null
				|| failure.getCause() instanceof TimeoutException || isStarved(failure.getCause()));
	}

	public static boolean isConflict(Throwable failure) {
		return any(failure, (ex) -> ex instanceof SQLTransactionRollbackException || CONFLICT_STATES.contains(state(ex))
				|| CONFLICT_CODES.contains(ex.getErrorCode()));
	}

	// Returns whether another owner had the row for too long.
	public static boolean isRowTimeout(Throwable failure) {
		return any(failure, (ex) -> ex instanceof SQLTimeoutException || ROW_TIMEOUT_STATES.contains(state(ex))
				|| (!isConnectionLost(ex) && ROW_TIMEOUT_CODES.contains(ex.getErrorCode())));
	}

	// Returns whether a number that the statement computes is too large.
	public static boolean isOutOfRange(Throwable failure) {
		return any(failure,
				(ex) -> OUT_OF_RANGE_STATE.equals(state(ex)) || OUT_OF_RANGE_CODES.contains(ex.getErrorCode()));
	}

	public static boolean isDuplicateKey(SQLException failure) {
		return any(failure, (ex) -> state(ex).startsWith("23"));
	}

	// Returns whether the server accepts no writes.
	public static boolean isReadOnly(Throwable failure) {
		return any(failure, (ex) -> READ_ONLY_STATE.equals(state(ex)) || READ_ONLY_CODES.contains(ex.getErrorCode()));
	}

	// Returns whether the database ended a statement before it was done.
	public static boolean isCancelled(Throwable failure) {
		return any(failure, (ex) -> CANCELLED_STATES.contains(state(ex))
				|| (!isConnectionLost(ex) && CANCELLED_CODES.contains(ex.getErrorCode())));
	}

	// Returns whether the connection is unusable.
	public static boolean isConnectionEnd(Throwable failure) {
		return any(failure, (ex) -> isConnectionLost(ex) || ex instanceof SQLNonTransientConnectionException
				|| ENDED_STATES.contains(state(ex)) || ex.getErrorCode() == KILLED);
	}

	// Returns whether a table is missing or has the wrong columns.
	public static boolean isOfTable(Throwable failure) {
		return any(failure, SqlErrors::isMissingTable) || isOfColumn(failure);
	}

	public static boolean isOfColumn(Throwable failure) {
		return any(failure, (ex) -> COLUMN_STATES.contains(state(ex))
				|| (!isMissingTable(ex) && COLUMN_CODES.contains(ex.getErrorCode())));
	}

	public static boolean isOfRights(Throwable failure) {
		return any(failure, (ex) -> FORBIDDEN_CODES.contains(ex.getErrorCode())
				|| (FORBIDDEN_STATE.equals(state(ex)) && ex.getErrorCode() != HSQLDB_NOT_FOUND));
	}

	// Returns whether the binary log of MySQL or MariaDB takes statements only, which the
	// database refuses to write at READ COMMITTED.
	public static boolean isOfBinaryLog(Throwable failure) {
		return any(failure, (ex) -> ex.getErrorCode() == STATEMENT_LOG);
	}

	// Describes what failed, and its causes: the innermost cause often is the only one
	// that helps.
	public static String describe(Throwable failure) {
		Throwable innermost = NestedExceptionUtils.getMostSpecificCause(failure);
		String message = String.valueOf(failure.getMessage());
		String reason = String.valueOf(innermost.getMessage());
		return message.contains(reason) ? message
				: "%s; cause: %s: %s".formatted(message, innermost.getClass().getSimpleName(), reason);
	}

	private static boolean isRefused(Throwable failure) {
		return any(failure, (ex) -> REFUSED_STATES.contains(state(ex)) || state(ex).startsWith("53")
				|| (!isConnectionLost(ex) && REFUSED_CODES.contains(ex.getErrorCode())));
	}

	private static boolean isHopeless(Throwable failure) {
		return any(failure, (ex) -> !isConnectionLost(ex) && (HOPELESS_CODES.contains(ex.getErrorCode())
				|| HOPELESS_CLASSES.contains(state(ex).substring(0, Math.min(2, state(ex).length())))));
	}

	private static boolean isMissingTable(SQLException ex) {
		return TABLE_STATES.contains(state(ex)) || TABLE_CODES.contains(ex.getErrorCode())
				|| ex.getErrorCode() == HSQLDB_NOT_FOUND;
	}

	private static boolean isConnectionLost(SQLException ex) {
		return ex instanceof SQLRecoverableException || state(ex).startsWith("08");
	}

	private static String state(SQLException ex) {
		return Objects.requireNonNullElse(ex.getSQLState(), "");
	}

	private static boolean any(Throwable failure, Predicate<SQLException> test) {
		return all(failure).stream().anyMatch(test);
	}

	private static List<SQLException> all(Throwable failure) {
		List<SQLException> found = new ArrayList<>();
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		for (Throwable ex = failure; ex != null && seen.add(ex); ex = ex.getCause()) {
			if (ex instanceof SQLException sql) {
				found.add(sql);
				for (SQLException next = sql.getNextException(); next != null
						&& seen.add(next); next = next.getNextException()) {
					found.add(next);
				}
			}
		}
		return found;
	}

}
