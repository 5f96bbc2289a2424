// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

import javax.sql.DataSource;

import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The rows that one transaction of this thread has locked by checks. They bear its mark
 * until it ends. A database may undo a transaction, a victim of a deadlock for example,
 * and run what follows in another one: then the mark is gone, and this one may not commit
 * what is left.
 * <p>
 * The rows are known while the transaction is suspended, too: an inner one is as safe
 * while the outer one has them, since no newer one can pass before that one ends, and it
 * would wait for them in vain.
 */
final class LockedRows implements TransactionSynchronization {

	private final MarkedRows marked;

	private final Key key;

	private final @Nullable LockedRows outer;

	private final long mark = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);

	private final Map<Object, SortedMap<LockKey, Long>> atSavepoints = new IdentityHashMap<>();

	private final Map<LockedRows, SortedMap<LockKey, Long>> reliedOn = new IdentityHashMap<>();

	private SortedMap<LockKey, Long> tokens = new TreeMap<>();

	private @Nullable ConnectionHolder holder;

	private boolean ended;

	private LockedRows(MarkedRows marked, Key key, @Nullable LockedRows outer) {
		this.marked = marked;
		this.key = key;
		this.outer = outer;
	}

	/**
	 * Return the rows of the transaction that is active on this thread, none at first.
	 */
	static LockedRows current(MarkedRows marked, DataSource dataSource) {
		Key key = new Key(dataSource);
		LockedRows bound = (LockedRows) TransactionSynchronizationManager.getResource(key);
		if (bound != null && !bound.ended && TransactionSynchronizationManager.getSynchronizations().contains(bound)) {
			return bound;
		}
		LockedRows rows = new LockedRows(marked, key, bound);
		TransactionSynchronizationManager.registerSynchronization(rows);
		rows.bind(rows);
		return rows;
	}

	/**
	 * Return what is written into rows, to be found there only by this transaction, or if
	 * it commits.
	 */
	long mark() {
		return this.mark;
	}

	/**
	 * Return whether this transaction has locked a row with a token.
	 * @throws StaleFencingTokenException if it has done so with a higher one
	 */
	boolean contain(LockKey key, long token) {
		return isChecked(key, token, this.tokens.get(key));
	}

	/**
	 * Rely on a row that a suspended transaction has locked with a token: it must still
	 * have it now, and when this one commits.
	 * @return whether there is such a row
	 * @throws StaleFencingTokenException if it is locked with a higher token
	 * @throws FencingException if the row was lost meanwhile
	 */
	boolean relyOnOuter(LockKey key, long token) {
		LockedRows rows = this.outer;
		while (rows != null && (rows.ended || !rows.tokens.containsKey(key))) {
			rows = rows.outer;
		}
		if (rows == null || !rows.contain(key, token)) {
			return false;
		}
		rows.confirmSuspended(Map.of(key, token));
		this.reliedOn.computeIfAbsent(rows, (outer) -> new TreeMap<>()).put(key, token);
		return true;
	}

	/**
	 * Ask on the connection of the suspended transaction. A container takes that away
	 * meanwhile; then no newer one must have committed, at least.
	 */
	private void confirmSuspended(Map<LockKey, Long> relied) {
		ConnectionHolder kept = this.holder;
		if (kept != null && kept.getConnectionHandle() != null) {
			this.marked.confirm(kept.getConnection(), relied.keySet(), this.mark);
		}
		else {
			this.marked.checkStored(relied);
		}
	}

	void add(SortedMap<LockKey, Long> locked) {
		this.tokens.putAll(locked);
		this.holder = (ConnectionHolder) TransactionSynchronizationManager.getResource(this.key.dataSource());
	}

	@Override
	public void savepoint(Object savepoint) {
		this.atSavepoints.put(savepoint, new TreeMap<>(this.tokens));
	}

	/**
	 * A check is undone with everything else that came after the savepoint.
	 */
	@Override
	public void savepointRollback(Object savepoint) {
		this.tokens = new TreeMap<>(this.atSavepoints.getOrDefault(savepoint, new TreeMap<>()));
	}

	/**
	 * Called when nothing but the commit is left to do, unless another synchronization is
	 * as late.
	 */
	@Override
	public void beforeCommit(boolean readOnly) {
		this.marked.confirm(this.tokens.keySet(), this.mark);
		this.reliedOn.forEach(LockedRows::confirmSuspended);
	}

	/**
	 * From now on the rows may be free, although this is still bound: other callbacks may
	 * begin transactions of their own.
	 */
	@Override
	public void beforeCompletion() {
		this.ended = true;
	}

	@Override
	public void afterCompletion(int status) {
		bind(this.outer);
	}

	private void bind(@Nullable LockedRows rows) {
		TransactionSynchronizationManager.unbindResourceIfPossible(this.key);
		if (rows != null) {
			TransactionSynchronizationManager.bindResource(this.key, rows);
		}
	}

	private static boolean isChecked(LockKey key, long token, @Nullable Long checked) {
		if (checked != null && checked > token) {
			throw new StaleFencingTokenException(key.name(), token, checked);
		}
		return checked != null && checked == token;
	}

	private record Key(DataSource dataSource) {

	}

}
