// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.TransactionLockException;
import io.distlock.jdbc.sql.SqlErrors;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions for locks that a transaction did not get.
 */
final class TransactionLockErrors {

	private TransactionLockErrors() {
	}

	static LockNotAcquiredException busy(LockKey key, Duration wait) {
		return new LockNotAcquiredException(key.name(),
				("Lock '%s' of the transaction was not acquired within %s: another transaction holds it until it ends. "
						+ "Wait longer, try again later, or handle the busy lock (onBusy, fallbackMethod)")
					.formatted(key, text(wait)));
	}

	static TransactionLockException noTransaction(LockRequest request) {
		return refused(request,
				"there is no transaction to bind it to. Annotate the method with @Transactional, or lock inside a TransactionTemplate");
	}

	static TransactionLockException noSynchronization(LockRequest request) {
		return refused(request,
				"the transaction manager has no synchronization, so the end of the transaction would go unnoticed. Set its transactionSynchronization to SYNCHRONIZATION_ALWAYS");
	}

	static TransactionLockException noDatabase(LockRequest request) {
		return refused(request,
				"the transaction of this thread does not expose a JDBC connection. Use a JdbcTransactionManager, or give the JpaTransactionManager a JpaVendorAdapter whose dialect exposes the connection, as that of Hibernate does. In container transactions (JTA) use a lock with a lease");
	}

	static TransactionLockException severalDatabases(LockRequest request, int count) {
		return refused(request,
				"this thread is in transactions of %d databases at once. Say which one is meant: TransactionLocks.of(transactionManager), with the manager of one DataSource"
					.formatted(count));
	}

	static TransactionLockException isolation(LockKey key, String isolation) {
		return refused(key,
				"its isolation is %s, in which it may read data from before the lock was acquired, and act on stale data. Use @Transactional(isolation = Isolation.READ_COMMITTED), make that the default of the DataSource, or take a lock with a lease outside of the transaction"
					.formatted(isolation),
				null);
	}

	static TransactionLockException ofSuspended(LockKey key) {
		return refused(key,
				"an outer transaction of this thread, which is suspended, holds it until it ends, so the two would deadlock. Let the inner method join the transaction (without REQUIRES_NEW), or lock in one of the two only",
				null);
	}

	static TransactionLockException invisibleRow(LockKey key, String table) {
		return refused(key,
				"its row in the table '%s' was inserted, but is missing. Check that no other job deletes rows there, and that the DataSource does not route to several databases; if it does, mark the one to use"
					.formatted(table),
				null);
	}

	static TransactionLockException failed(LockKey key, SQLException failure) {
		if (SqlErrors.isConflict(failure)) {
			return new TransactionLockException(key.name(),
					"Lock '%s' was not taken: the database detected a deadlock, and chose this transaction as the victim. Try the whole transaction again; lock all keys in one request, or in the same order everywhere, and before anything is written. (%s)"
						.formatted(key, SqlErrors.describe(failure)),
					failure);
		}
		if (SqlErrors.isCancelled(failure)) {
			return refused(key,
					"the database cancelled the statement, for example after a timeout. Make the wait time shorter than the timeouts of statements and of the transaction. (%s)"
						.formatted(SqlErrors.describe(failure)),
					failure);
		}
		return refused(key, "the database failed: %s. Roll the transaction back".formatted(SqlErrors.describe(failure)),
				failure);
	}

	private static TransactionLockException refused(LockRequest request, String reason) {
		return new TransactionLockException(request.keys().get(0),
				message(LockKey.shown(String.join(", ", request.keys())), reason), null);
	}

	static TransactionLockException refused(LockKey key, String reason, @Nullable Throwable cause) {
		return new TransactionLockException(key.name(), message(key.toString(), reason), cause);
	}

	private static String message(String key, String reason) {
		return "Lock '%s' cannot be taken in the transaction: %s".formatted(key, reason);
	}

	private static String text(Duration wait) {
		return Duration.ofMillis(wait.toMillis()).toString().substring(2).toLowerCase(Locale.ROOT);
	}

}
