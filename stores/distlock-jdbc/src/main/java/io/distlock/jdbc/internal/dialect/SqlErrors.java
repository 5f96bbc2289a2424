// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.TimeoutException;

import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * Classifies exceptions of a driver by their effect on the statement and by their reason.
 * Drivers and pools wrap exceptions, so all causes are checked. Most SQL states with the
 * prefix 42 have several meanings, so only unambiguous states are used, and otherwise the
 * code of the vendor.
 *
 * @since 0.1.0
 */
public final class SqlErrors {

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
		return SqlCauses.any(failure,
				(ex) -> ex instanceof SQLTransactionRollbackException || is(ErrorReason.CONFLICT, ex));
	}

	// Returns whether another owner had the row for too long.
	public static boolean isRowTimeout(Throwable failure) {
		return SqlCauses.any(failure, (ex) -> ex instanceof SQLTimeoutException || is(ErrorReason.ROW_TIMEOUT, ex));
	}

	// Returns whether a number that the statement computes is too large.
	public static boolean isOutOfRange(Throwable failure) {
		return any(failure, ErrorReason.OUT_OF_RANGE);
	}

	// Returns whether the server accepts no writes.
	public static boolean isReadOnly(Throwable failure) {
		return any(failure, ErrorReason.READ_ONLY);
	}

	// Returns whether the database ended a statement before it was done.
	public static boolean isCancelled(Throwable failure) {
		return any(failure, ErrorReason.CANCELLED);
	}

	// Returns whether the connection is unusable.
	public static boolean isConnectionEnd(Throwable failure) {
		return SqlCauses.any(failure, (ex) -> isConnectionLost(ex) || ex instanceof SQLNonTransientConnectionException
				|| is(ErrorReason.SESSION_END, ex));
	}

	// Returns whether a table is missing or has the wrong columns.
	public static boolean isOfTable(Throwable failure) {
		return any(failure, ErrorReason.TABLE) || isOfColumn(failure);
	}

	public static boolean isOfColumn(Throwable failure) {
		return SqlCauses.any(failure, (ex) -> is(ErrorReason.COLUMN, ex) && !is(ErrorReason.TABLE, ex));
	}

	public static boolean isOfRights(Throwable failure) {
		return SqlCauses.any(failure,
				(ex) -> is(ErrorReason.RIGHTS, ex) && ex.getErrorCode() != ErrorReason.HSQLDB_NOT_FOUND);
	}

	// Returns whether the database rejects the user or the password.
	public static boolean isOfLogin(Throwable failure) {
		return any(failure, ErrorReason.LOGIN);
	}

	// Returns whether the binary log of MySQL or MariaDB takes statements only, which the
	// database refuses to write at READ COMMITTED.
	public static boolean isOfBinaryLog(Throwable failure) {
		return any(failure, ErrorReason.BINARY_LOG);
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
		return SqlCauses.any(failure, (ex) -> is(ErrorReason.REFUSED, ex) || is(ErrorReason.ROW_TIMEOUT, ex));
	}

	private static boolean isHopeless(Throwable failure) {
		return SqlCauses.any(failure, (ex) -> is(ErrorReason.HOPELESS, ex) && !isConnectionLost(ex));
	}

	private static boolean isConnectionLost(SQLException ex) {
		return ex instanceof SQLRecoverableException || SqlCauses.state(ex).startsWith("08");
	}

	private static boolean any(Throwable failure, ErrorReason reason) {
		return SqlCauses.any(failure, (ex) -> is(reason, ex));
	}

	private static boolean is(ErrorReason reason, SQLException ex) {
		return reason.hasState(SqlCauses.state(ex)) || ((!reason.endsWithConnection() || !isConnectionLost(ex))
				&& Dialects.isCode(reason, ex.getErrorCode()));
	}

}
