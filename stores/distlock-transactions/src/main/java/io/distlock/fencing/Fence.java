// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.fencing.internal.FenceTable;
import io.distlock.fencing.internal.JdbcTransactions;
import io.distlock.jdbc.internal.connection.ConnectionSource;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * Stored tokens of one database.
 */
final class Fence implements AutoCloseable {

	private final DataSource dataSource;

	private final FencingSettings settings;

	private final FenceTable table;

	Fence(DataSource dataSource, FencingSettings settings, BooleanSupplier createsTable) {
		this.dataSource = dataSource;
		this.settings = settings;
		this.table = new FenceTable(dataSource, settings.tablePrefix(), settings.purgeAfter(), createsTable);
	}

	void verify() {
		this.table.setUp();
	}

	void check(HeldLock lock) {
		SortedMap<LockKey, Long> tokens = new TreeMap<>();
		lock.fencingTokens().forEach((key, token) -> tokens.put(key(key), token));
		LockedRows rows = LockedRows.current(this.dataSource, this.table);
		tokens.entrySet().removeIf((entry) -> rows.isLockedBySuspended(entry.getKey(), entry.getValue()));
		confirm(rows, tokens);
		if (tokens.isEmpty()) {
			return;
		}
		try {
			raise(lock, tokens, rows);
			rows.add(tokens);
		}
		catch (LockStoreException ex) {
			throw FencingException.of(lock.key(), ex);
		}
	}

	// Leaves out what this transaction has locked already, if it still has.
	private void confirm(LockedRows rows, SortedMap<LockKey, Long> tokens) {
		Set<LockKey> locked = new TreeSet<>(tokens.keySet());
		locked.removeIf((key) -> !rows.contain(key, tokens.getOrDefault(key, 0L)));
		rows.confirm(locked);
		tokens.keySet().removeAll(locked);
	}

	void advance(String key, long token) {
		try {
			this.table.setUpOnce();
			this.table.advance(key(key), token);
		}
		catch (LockStoreException ex) {
			throw FencingException.of(key, ex);
		}
	}

	int purge() {
		return this.table.purge();
	}

	@Override
	public void close() {
		this.table.close();
	}

	private void raise(HeldLock lock, SortedMap<LockKey, Long> tokens, LockedRows rows) {
		Connection connection = connection(lock);
		try {
			this.table.setUpOnce();
			LockKey refused = raise(connection, tokens, rows);
			// A row that was there may be gone, for example by hand; then it is made once
			// more.
			if (refused != null) {
				refused = raise(connection, tokens, rows);
			}
			if (refused != null) {
				throw new FencingException(refused.name(), null, invisible(refused), null);
			}
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	// Returns a key whose row was missing, unless a higher token is stored.
	private @Nullable LockKey raise(Connection connection, SortedMap<LockKey, Long> tokens, LockedRows rows) {
		this.table.prepare(tokens);
		LockKey refused = this.table.raise(connection, tokens, rows.mark(), this.settings.lockTimeout());
		if (refused != null) {
			rows.checkStored(tokens, refused);
		}
		return refused;
	}

	// Explains why a row that was created on a separate connection is not visible in the
	// transaction.
	private String invisible(LockKey key) {
		String reason = ConnectionSource.isRouting(this.dataSource)
				? "was created on another connection: the DataSource routes by the state of the thread, and the guard got a different database than the transaction. Give the transaction manager the target DataSource, and use its guard, FencingGuard.on(DataSource)"
				: "is newer than its snapshot. Retry the transaction; the row is kept. To avoid the retry, check the token as the first statement, or all keys at once, or use READ COMMITTED";
		return "The transaction does not see the row of '%s' in the table '%s', which %s".formatted(key,
				this.table.name(), reason);
	}

	private Connection connection(HeldLock lock) {
		boolean joined = JdbcTransactions.canJoin(this.dataSource);
		try {
			Connection connection = DataSourceUtils.getConnection(this.dataSource);
			if (joined && !connection.getAutoCommit()) {
				return connection;
			}
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
		catch (CannotGetJdbcConnectionException | SQLException ex) {
			throw FencingException.of(lock.key(), ex);
		}
		throw new FencingException(lock.key(), null,
				"The fencing token of lock '%s' cannot be checked: the transaction of this thread is not one of the guard's DataSource. Use its transaction manager, or FencingGuard.on(DataSource) with the one that the transaction is of"
					.formatted(LockKey.shown(lock.key())),
				null);
	}

	private LockKey key(String key) {
		return new LockKey(this.settings.keyPrefix(), key);
	}

}
