// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.distlock.fencing.internal.TransactionKeys;
import io.distlock.provider.LockKey;
import io.distlock.transactional.TransactionLockException;
import org.jspecify.annotations.Nullable;

/**
 * Keys that one transaction of this thread has locked, with a check for their loss.
 */
final class LockedKeys extends TransactionKeys {

	private final List<Runnable> ends = new ArrayList<>(1);

	private @Nullable TransactionLockException failure;

	private LockedKeys(Binding binding, @Nullable TransactionKeys outer) {
		super(binding, outer);
	}

	static LockedKeys current(DataSource dataSource) {
		return current(LockedKeys.class, dataSource, LockedKeys::new);
	}

	boolean contain(LockKey key) {
		return tokens().containsKey(key);
	}

	boolean isLockedBySuspended(LockKey key) {
		return findSuspended(key) != null;
	}

	void add(LockKey key) {
		tokens().put(key, 0L);
	}

	// Remembers that the database has failed: it may have undone the transaction, and the
	// locks with it.
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

	// Refuses to commit work that continued after a failure that the application has
	// overlooked.
	@Override
	public void beforeCommit(boolean readOnly) {
		checkSound();
	}

	@Override
	public void afterCompletion(int status) {
		super.afterCompletion(status);
		this.ends.forEach(Runnable::run);
	}

}
