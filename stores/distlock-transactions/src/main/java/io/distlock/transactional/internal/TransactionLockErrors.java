// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.sql.SQLException;
import java.time.Duration;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.internal.task.Durations;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockKey;
import io.distlock.transactional.TransactionLockException;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions for locks that a transaction did not acquire.
 */
final class TransactionLockErrors {

	private TransactionLockErrors() {
	}

	static LockNotAcquiredException busy(LockRequest request, LockKey key, Duration wait) {
		return new LockNotAcquiredException(key.name(), request.name(),
				("Lock '%s' of the transaction was not acquired within %s: another transaction holds it until it ends. "
						+ "Wait longer, try again later, or handle the busy lock (onBusy, fallbackMethod)")
					.formatted(key, Durations.text(wait)));
	}

	static TransactionLockException isolation(LockRequest request, LockKey key, String isolation) {
		return refused(request, key,
				"its isolation is %s, in which it may read data from before the lock was acquired, and act on stale data. Use @Transactional(isolation = Isolation.READ_COMMITTED), make that the default of the DataSource, or take a lock with a lease outside of the transaction"
					.formatted(isolation),
				null);
	}

	static TransactionLockException failed(LockRequest request, LockKey key, SQLException failure) {
		if (SqlErrors.isConflict(failure)) {
			return new TransactionLockException(key.name(), request.name(),
					"Lock '%s' was not taken: the database detected a deadlock, and chose this transaction as the victim. Try the whole transaction again; lock all keys in one request, or in the same order everywhere, and before anything is written. (%s)"
						.formatted(key, SqlErrors.describe(failure)),
					failure);
		}
		if (SqlErrors.isCancelled(failure)) {
			return refused(request, key,
					"the database cancelled the statement, for example after a timeout. Make the wait time shorter than the timeouts of statements and of the transaction. (%s)"
						.formatted(SqlErrors.describe(failure)),
					failure);
		}
		return refused(request, key,
				"the database failed: %s. Roll the transaction back".formatted(SqlErrors.describe(failure)), failure);
	}

	static TransactionLockException refused(LockRequest request, String reason) {
		return new TransactionLockException(request.keys().get(0), request.name(),
				message(LockKey.shown(String.join(", ", request.keys())), reason), null);
	}

	static TransactionLockException refused(LockRequest request, LockKey key, String reason,
			@Nullable Throwable cause) {
		return new TransactionLockException(key.name(), request.name(), message(key.toString(), reason), cause);
	}

	private static String message(String key, String reason) {
		return "Lock '%s' cannot be taken in the transaction: %s".formatted(key, reason);
	}

}
