// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

import io.distlock.jdbc.connection.TransactionKeys;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The rows that one transaction of this thread has locked by checks. They bear its mark
 * until it ends. A database may undo a transaction, a victim of a deadlock for example,
 * and run what follows in another one: then the mark is gone, and this one may not commit
 * what is left.
 * <p>
 * A transaction inside of a suspended one is as safe while that one has the rows, since
 * no newer one can pass before it ends.
 */
final class LockedRows extends TransactionKeys {

	private final MarkedRows marked;

	private final long mark = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);

	private final Map<LockedRows, SortedMap<LockKey, Long>> reliedOn = new IdentityHashMap<>();

	private @Nullable ConnectionHolder holder;

	private LockedRows(MarkedRows marked, Binding binding, @Nullable TransactionKeys outer) {
		super(binding, outer);
		this.marked = marked;
	}

	static LockedRows current(MarkedRows marked) {
		return current(LockedRows.class, marked.dataSource(),
				(binding, outer) -> new LockedRows(marked, binding, outer));
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
		Long checked = tokens().get(key);
		if (checked != null && checked > token) {
			throw new StaleFencingTokenException(key.name(), token, checked);
		}
		return checked != null && checked == token;
	}

	/**
	 * Rely on a row that a suspended transaction has locked with a token: it must still
	 * have it now, and when this one commits.
	 * @return whether there is such a row
	 * @throws StaleFencingTokenException if it is locked with a higher token
	 * @throws FencingException if the row was lost meanwhile
	 */
	boolean relyOnOuter(LockKey key, long token) {
		if (!(findSuspended(key) instanceof LockedRows rows) || !rows.contain(key, token)) {
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
		tokens().putAll(locked);
		this.holder = (ConnectionHolder) TransactionSynchronizationManager.getResource(this.marked.dataSource());
	}

	/**
	 * Called when nothing but the commit is left to do, unless another synchronization is
	 * as late.
	 */
	@Override
	public void beforeCommit(boolean readOnly) {
		this.marked.confirm(tokens().keySet(), this.mark);
		this.reliedOn.forEach(LockedRows::confirmSuspended);
	}

}
