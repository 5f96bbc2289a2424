// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import io.distlock.LockRequest;
import io.distlock.fencing.internal.FenceTable;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockKey;
import io.distlock.transactional.TransactionLockException;

/**
 * Locks on rows of the table of fencing tokens, one for each key. A row is created on a
 * separate connection before its first lock: a row inserted by the transaction itself
 * would disappear with a rollback, and two first users would wait for each other's row.
 */
final class RowLocks implements KeyLocks {

	// A row may be gone once, by a purge or by hand.
	private static final int MAX_TRIES = 3;

	private final FenceTable table;

	private final Dialect dialect;

	RowLocks(FenceTable table, Dialect dialect) {
		this.table = table;
		this.dialect = dialect;
	}

	@Override
	public boolean lock(Connection connection, LockRequest request, LockKey key, Duration wait) throws SQLException {
		checkIsolation(connection, request, key);
		verify();
		try {
			return lockRow(connection, request, key, wait);
		}
		catch (SQLException ex) {
			if (SqlErrors.isRowTimeout(ex)) {
				checkUndone(connection, request, key, ex);
				return false;
			}
			throw ex;
		}
	}

	// A free row is locked by one statement, and one that is not free makes no error. To
	// wait for it takes more, which bound the wait.
	private boolean lockRow(Connection connection, LockRequest request, LockKey key, Duration wait)
			throws SQLException {
		for (int tries = 0; tries < MAX_TRIES; tries++) {
			this.table.prepare(new TreeMap<>(Map.of(key, 0L)));
			if (this.table.tryLock(connection, key)) {
				return true;
			}
			if (!wait.isZero() && this.table.lock(connection, key, wait)) {
				return true;
			}
			if (this.table.contains(connection, key) && wait.isZero()) {
				return false;
			}
		}
		throw TransactionLockErrors.refused(request, key,
				"its row in the table '%s' was inserted, but is missing. Check that no other job deletes rows there, and that the DataSource does not route to several databases; if it does, mark the one to use"
					.formatted(this.table.name()),
				null);
	}

	private static void checkIsolation(Connection connection, LockRequest request, LockKey key) throws SQLException {
		int level = connection.getTransactionIsolation();
		if (level != Connection.TRANSACTION_READ_COMMITTED) {
			throw TransactionLockErrors.isolation(request, key, name(level));
		}
	}

	private static String name(int level) {
		return switch (level) {
			case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
			case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
			case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
			default -> "SNAPSHOT";
		};
	}

	// A server may be configured to roll back the whole transaction after a timeout, so
	// that nothing may continue in it.
	private void checkUndone(Connection connection, LockRequest request, LockKey key, SQLException timeout)
			throws SQLException {
		if (this.dialect.undoesTransactions(connection)) {
			throw new TransactionLockException(key.name(), request.name(),
					"Lock '%s' of the transaction is busy, and the database has undone the transaction, since innodb_rollback_on_timeout is on. Try the transaction again, or turn that setting off"
						.formatted(key),
					timeout);
		}
	}

	@Override
	public void verify() {
		this.table.setUpOnce();
	}

	@Override
	public void close() {
		this.table.close();
	}

}
