// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

import io.distlock.LockRequest;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Advisory locks of PostgreSQL on the hash of a key: two keys with the same hash wait for
 * each other, which costs time only. A free key costs one statement, which also checks
 * the isolation level and locks nothing if the level is wrong. For a busy key, the wait
 * follows a savepoint, because a timeout would otherwise abort the transaction.
 */
final class AdvisoryLocks implements KeyLocks {

	private static final int KEY_LENGTH = 1000;

	private static final String HASH = "hashtextextended(?, 0)";

	private static final String ISOLATION = "current_setting('transaction_isolation')";

	private static final String TRY = "select case when " + ISOLATION
			+ " = 'read committed' then pg_try_advisory_xact_lock(" + HASH + ") end, " + ISOLATION
			+ ", current_setting('lock_timeout')";

	// All of it is one round trip. The last two are not run after a timeout.
	private static final String WAIT = """
			savepoint distlock_wait; \
			set local lock_timeout = %d; \
			select pg_advisory_xact_lock(hashtextextended(?, 0)); \
			set local lock_timeout = '%s'; \
			release savepoint distlock_wait""";

	private static final String UNDO = "rollback to savepoint distlock_wait; release savepoint distlock_wait";

	@Override
	public boolean lock(Connection connection, LockRequest request, LockKey key, Duration wait) throws SQLException {
		String text = "distlock:" + key.encoded(KEY_LENGTH);
		String ownTimeout = tryLock(connection, request, key, text);
		return ownTimeout == null || (!wait.isZero() && await(connection, text, wait, ownTimeout));
	}

	// Locks a key if it is free: then it returns null, and else the lock timeout of the
	// session.
	private static @Nullable String tryLock(Connection connection, LockRequest request, LockKey key, String text)
			throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(TRY);
				ResultSet row = Sql.bind(statement, text).executeQuery()) {
			row.next();
			boolean locked = row.getBoolean(1);
			if (row.wasNull()) {
				throw TransactionLockErrors.isolation(request, key, row.getString(2).toUpperCase(Locale.ROOT));
			}
			return locked ? null : row.getString(3);
		}
	}

	// Waits for a lock. What is undone to the savepoint includes the setting.
	private static boolean await(Connection connection, String text, Duration wait, String ownTimeout)
			throws SQLException {
		long millis = Math.max(1, Math.min(wait.toMillis(), Integer.MAX_VALUE));
		try (PreparedStatement statement = connection.prepareStatement(WAIT.formatted(millis, ownTimeout))) {
			Sql.bind(statement, text).execute();
			return true;
		}
		catch (SQLException ex) {
			Sql.after(ex, () -> Sql.execute(connection, UNDO));
			if (SqlErrors.isRowTimeout(ex)) {
				return false;
			}
			throw ex;
		}
	}

}
