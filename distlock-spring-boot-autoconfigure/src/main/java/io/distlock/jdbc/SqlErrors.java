package io.distlock.jdbc;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

import io.distlock.provider.LockStoreException.Outcome;

/**
 * Tells from a driver's exception what became of a statement. Drivers and pools wrap
 * exceptions in each other, so all causes are looked at.
 */
final class SqlErrors {

	/** Lost the race against another transaction, which the database has undone. */
	private static final Set<String> CONFLICT_STATES = Set.of("40001", "40P01", "57033");

	/** ORA-00060, ORA-08177, H2, MySQL, SQL Server: deadlock or serialization failure. */
	private static final Set<Integer> CONFLICT_CODES = Set.of(60, 8177, 40001, 1213);

	/** The row was locked for too long, or the database takes no writes for now. */
	private static final Set<String> REFUSED_STATES = Set.of("55P03", "HYT00", "25006", "57P02", "57P03");

	/**
	 * MySQL's lock wait and read-only errors, SQL Server's lock time-out, H2's, and
	 * ORA-00054 and ORA-30006.
	 */
	private static final Set<Integer> REFUSED_CODES = Set.of(1205, 1222, 1290, 1836, 50200, 54, 30006, 1040);

	private static final Set<String> ROW_TIMEOUT_STATES = Set.of("55P03", "HYT00");

	private static final Set<Integer> ROW_TIMEOUT_CODES = Set.of(1205, 1222, 50200, 54, 30006);

	/**
	 * MySQL's, Oracle's, SQL Server's and H2's errors for missing databases and rights.
	 */
	private static final Set<Integer> HOPELESS_CODES = Set.of(1044, 1045, 1049, 1142, 1017, 1031, 229, 18456, 90096);

	/** MySQL's, Oracle's and SQL Server's errors for missing tables and columns. */
	private static final Set<Integer> MISSING_CODES = Set.of(1146, 942, 207, 208);

	/** MySQL's, Oracle's, Db2's and SQL Server's errors for missing rights. */
	private static final Set<Integer> FORBIDDEN_CODES = Set.of(1142, 1031, -551, 229);

	/** HSQLDB says the same of missing tables and missing rights, but for this code. */
	private static final int HSQLDB_NOT_FOUND = -5501;

	private static final Set<String> HOPELESS_CLASSES = Set.of("42", "28", "3D", "3F", "22", "0A", "07");

	private SqlErrors() {
	}

	/**
	 * Tell what became of a statement that failed.
	 * @param failure the exception
	 * @return the outcome
	 */
	static Outcome ofStatement(Throwable failure) {
		if (isConflict(failure) || isRefused(failure)) {
			return Outcome.TRANSIENT;
		}
		return isHopeless(failure) ? Outcome.PERMANENT : Outcome.UNKNOWN;
	}

	/**
	 * Tell whether it makes sense to ask for a connection again.
	 * @param failure the exception
	 * @return the outcome
	 */
	static Outcome ofConnecting(Throwable failure) {
		return isHopeless(failure) ? Outcome.PERMANENT : Outcome.TRANSIENT;
	}

	static boolean isConflict(Throwable failure) {
		return any(failure, (ex) -> ex instanceof SQLTransactionRollbackException || CONFLICT_STATES.contains(state(ex))
				|| CONFLICT_CODES.contains(ex.getErrorCode()));
	}

	/**
	 * Tell whether somebody else had the row for too long.
	 * @param failure the exception
	 * @return whether the database gave up to wait for it
	 */
	static boolean isRowTimeout(Throwable failure) {
		return any(failure, (ex) -> ex instanceof SQLTimeoutException || ROW_TIMEOUT_STATES.contains(state(ex))
				|| (!isConnectionLost(ex) && ROW_TIMEOUT_CODES.contains(ex.getErrorCode())));
	}

	static boolean isDuplicateKey(SQLException failure) {
		return any(failure, (ex) -> state(ex).startsWith("23"));
	}

	static boolean isMissingTable(Throwable failure) {
		return any(failure, (ex) -> isMissing(ex) && !isForbidden(ex));
	}

	private static boolean isMissing(SQLException ex) {
		return state(ex).startsWith("42") || MISSING_CODES.contains(ex.getErrorCode());
	}

	private static boolean isForbidden(SQLException ex) {
		boolean stated = "42501".equals(state(ex)) && ex.getErrorCode() != HSQLDB_NOT_FOUND;
		return stated || FORBIDDEN_CODES.contains(ex.getErrorCode());
	}

	private static boolean isRefused(Throwable failure) {
		return any(failure, (ex) -> REFUSED_STATES.contains(state(ex)) || state(ex).startsWith("53")
				|| (!isConnectionLost(ex) && REFUSED_CODES.contains(ex.getErrorCode())));
	}

	private static boolean isHopeless(Throwable failure) {
		return any(failure,
				(ex) -> !isConnectionLost(ex) && (isMissing(ex) || HOPELESS_CODES.contains(ex.getErrorCode())
						|| HOPELESS_CLASSES.contains(state(ex).substring(0, Math.min(2, state(ex).length())))));
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
