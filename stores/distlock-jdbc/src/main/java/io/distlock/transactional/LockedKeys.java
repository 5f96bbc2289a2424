// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import javax.sql.DataSource;

import io.distlock.TransactionLockException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The keys that one transaction of this thread has locked. They are known while the
 * transaction is suspended, too: an inner one that locks the same would wait for the end
 * of the outer one, which does not come before its own.
 */
final class LockedKeys implements TransactionSynchronization {

	private final Key key;

	private final @Nullable LockedKeys outer;

	private final Map<Object, Set<LockKey>> atSavepoints = new IdentityHashMap<>();

	private final List<Runnable> ends = new ArrayList<>(1);

	private Set<LockKey> keys = new TreeSet<>();

	private @Nullable TransactionLockException failure;

	private boolean ended;

	private LockedKeys(Key key, @Nullable LockedKeys outer) {
		this.key = key;
		this.outer = outer;
	}

	/**
	 * Return the keys of the transaction that is active on this thread, none at first.
	 */
	static LockedKeys current(DataSource dataSource) {
		Key key = new Key(dataSource);
		LockedKeys bound = (LockedKeys) TransactionSynchronizationManager.getResource(key);
		if (bound != null && !bound.ended && TransactionSynchronizationManager.getSynchronizations().contains(bound)) {
			return bound;
		}
		LockedKeys keys = new LockedKeys(key, bound);
		TransactionSynchronizationManager.registerSynchronization(keys);
		keys.bind(keys);
		return keys;
	}

	boolean contain(LockKey key) {
		return this.keys.contains(key);
	}

	boolean isLockedBySuspended(LockKey key) {
		LockedKeys rows = this.outer;
		while (rows != null && (rows.ended || !rows.keys.contains(key))) {
			rows = rows.outer;
		}
		return rows != null;
	}

	void add(LockKey key) {
		this.keys.add(key);
	}

	/**
	 * Remember that the database has failed: it may have undone the transaction, and the
	 * locks with it.
	 */
	void fail(TransactionLockException failure) {
		this.failure = failure;
	}

	void checkSound() {
		if (this.failure != null) {
			throw this.failure;
		}
	}

	void atEnd(Runnable end) {
		this.ends.add(end);
	}

	@Override
	public void savepoint(Object savepoint) {
		this.atSavepoints.put(savepoint, new TreeSet<>(this.keys));
	}

	/**
	 * A database may give back what was locked after the savepoint.
	 */
	@Override
	public void savepointRollback(Object savepoint) {
		this.keys = new TreeSet<>(this.atSavepoints.getOrDefault(savepoint, Set.of()));
	}

	/**
	 * Refuse to commit work that continued after a failure that the application has
	 * overlooked.
	 */
	@Override
	public void beforeCommit(boolean readOnly) {
		checkSound();
	}

	@Override
	public void beforeCompletion() {
		this.ended = true;
	}

	@Override
	public void afterCompletion(int status) {
		bind(this.outer);
		this.ends.forEach(Runnable::run);
	}

	private void bind(@Nullable LockedKeys keys) {
		TransactionSynchronizationManager.unbindResourceIfPossible(this.key);
		if (keys != null) {
			TransactionSynchronizationManager.bindResource(this.key, keys);
		}
	}

	private record Key(DataSource dataSource) {

	}

}
