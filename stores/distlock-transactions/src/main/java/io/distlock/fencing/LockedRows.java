// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.sql.Connection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.distlock.fencing.internal.FenceTable;
import io.distlock.fencing.internal.TransactionKeys;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Rows that one transaction of this thread has locked by checks. The rows are marked
 * until the transaction ends. A database may roll back a transaction, for example as the
 * victim of a deadlock, and run subsequent statements in another transaction: the mark is
 * then missing, and the transaction must not commit.
 * <p>
 * A transaction within a suspended transaction is equally safe while the suspended
 * transaction has the rows, because no newer holder can pass before its end.
 */
final class LockedRows extends TransactionKeys {

	private final DataSource dataSource;

	private final FenceTable table;

	private final long mark = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);

	private final Map<LockedRows, SortedMap<LockKey, Long>> reliedOn = new IdentityHashMap<>();

	private @Nullable ConnectionHolder holder;

	private LockedRows(DataSource dataSource, FenceTable table, Binding binding, @Nullable TransactionKeys outer) {
		super(binding, outer);
		this.dataSource = dataSource;
		this.table = table;
	}

	static LockedRows current(DataSource dataSource, FenceTable table) {
		return current(LockedRows.class, dataSource,
				(binding, outer) -> new LockedRows(dataSource, table, binding, outer));
	}

	// Returns what is written into rows, to be found there only by this transaction, or
	// if it commits.
	long mark() {
		return this.mark;
	}

	// Whether this transaction has locked a row with a token; fails if it has done so
	// with a higher one.
	boolean contain(LockKey key, long token) {
		Long checked = tokens().get(key);
		if (checked != null && checked > token) {
			throw new StaleFencingTokenException(key.name(), token, checked);
		}
		return checked != null && checked == token;
	}

	/**
	 * Rely on a row that a suspended transaction has locked with a token. The row must be
	 * locked now and when this transaction commits.
	 * @return {@code true} if the row exists
	 * @throws StaleFencingTokenException if the row is locked with a higher token
	 * @throws FencingException if the row was lost meanwhile
	 */
	boolean isLockedBySuspended(LockKey key, long token) {
		if (!(findSuspended(key) instanceof LockedRows rows) || !rows.contain(key, token)) {
			return false;
		}
		rows.confirmSuspended(Map.of(key, token));
		this.reliedOn.computeIfAbsent(rows, (outer) -> new TreeMap<>()).put(key, token);
		return true;
	}

	// Asks on the connection of the suspended transaction. A container takes that away
	// meanwhile; then no newer one must have committed, at least.
	private void confirmSuspended(Map<LockKey, Long> relied) {
		ConnectionHolder kept = this.holder;
		if (kept != null && kept.getConnectionHandle() != null) {
			confirm(kept.getConnection(), relied.keySet());
		}
		else {
			checkStored(relied);
		}
	}

	// Checks that no other transaction has committed a higher token.
	private void checkStored(Map<LockKey, Long> tokens) {
		try {
			tokens.keySet().forEach((key) -> checkStored(tokens, key));
		}
		catch (LockStoreException ex) {
			throw FencingException.of(names(tokens.keySet()), ex);
		}
	}

	void checkStored(Map<LockKey, Long> tokens, LockKey refused) {
		long token = tokens.getOrDefault(refused, 0L);
		OptionalLong stored = this.table.stored(refused);
		if (stored.isPresent() && stored.getAsLong() > token) {
			throw new StaleFencingTokenException(refused.name(), token, stored.getAsLong());
		}
	}

	// Checks that the transaction of this thread is still the one that has locked rows.
	void confirm(Set<LockKey> keys) {
		if (keys.isEmpty()) {
			return;
		}
		try {
			Connection connection = DataSourceUtils.getConnection(this.dataSource);
			try {
				confirm(connection, keys);
			}
			finally {
				DataSourceUtils.releaseConnection(connection, this.dataSource);
			}
		}
		catch (CannotGetJdbcConnectionException ex) {
			throw FencingException.of(names(keys), ex);
		}
	}

	private void confirm(Connection connection, Set<LockKey> keys) {
		LockKey gone;
		try {
			gone = this.table.confirm(connection, keys, this.mark);
		}
		catch (LockStoreException ex) {
			throw FencingException.of(names(keys), ex);
		}
		if (gone != null) {
			throw new FencingException(gone.name(), null,
					"The transaction has lost the row of '%s' in the table '%s' since its check: the database rolled it back, for example as the victim of a deadlock, or a statement such as DDL committed it implicitly. Let such errors end the transaction, and begin a new one"
						.formatted(gone, this.table.name()),
					null);
		}
	}

	private static String names(Set<LockKey> keys) {
		return keys.stream().map(LockKey::name).collect(Collectors.joining(", "));
	}

	void add(SortedMap<LockKey, Long> locked) {
		tokens().putAll(locked);
		this.holder = (ConnectionHolder) TransactionSynchronizationManager.getResource(this.dataSource);
	}

	// Called when nothing but the commit is left to do, unless another synchronization is
	// as late.
	@Override
	public void beforeCommit(boolean readOnly) {
		confirm(tokens().keySet());
		this.reliedOn.forEach(LockedRows::confirmSuspended);
	}

}
