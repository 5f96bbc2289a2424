// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import java.time.Duration;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;

/**
 * Takes locks that belong to a transaction of a database: each is taken on the
 * transaction's own connection, and ends with the transaction, by its commit, its
 * rollback or the end of its connection. There is no lease, nothing to renew or to lose,
 * and nothing to fence. The programmatic twin of
 * {@code @DistributedLock(lifetime = LockLifetime.TRANSACTION)}.
 * <p>
 * Lock first, and read after that: the transaction has to be of the isolation READ
 * COMMITTED, in which a statement sees what was committed before it. In a higher one
 * everything is read as it was before the lock, so that two nodes may sell the same unit.
 * <p>
 * A transaction lock and a lock of the same key that has a lease know nothing of each
 * other.
 *
 * @since 0.1.0
 */
public interface TransactionLocks {

	/**
	 * Lock a key until the transaction of this thread ends, and wait for it as long as
	 * {@code distlock.wait-time} says.
	 * @param key the key
	 * @throws LockNotAcquiredException if another transaction kept the lock for so long
	 * @throws TransactionLockException if it cannot be taken in this transaction
	 */
	default void lock(String key) {
		lock(LockRequest.of(key));
	}

	/**
	 * Lock a key until the transaction of this thread ends.
	 * @param key the key
	 * @param waitTime how long to wait for it, zero to ask exactly once
	 * @throws LockNotAcquiredException if another transaction kept the lock for so long
	 * @throws TransactionLockException if it cannot be taken in this transaction
	 */
	default void lock(String key, Duration waitTime) {
		lock(LockRequest.of(key).waitTime(waitTime));
	}

	/**
	 * Lock keys until the transaction of this thread ends, in one order for all callers.
	 * What the transaction has locked already is locked again at no cost. If a key cannot
	 * be locked, those before it stay locked until the transaction ends.
	 * @param request the keys, how long to wait for all of them, and the name for
	 * telemetry; must say nothing of a lease, and ask for one owner
	 * @throws LockNotAcquiredException if another transaction kept a lock for so long;
	 * this transaction can continue
	 * @throws TransactionLockException if there is no transaction, its isolation is
	 * another one than READ COMMITTED, a suspended transaction of this thread has the
	 * lock, the database chose this transaction as the victim of a deadlock, or it failed
	 * @throws IllegalArgumentException if the request is about a lease, or another mode
	 */
	void lock(LockRequest request);

	/**
	 * Return the locks of the transactions of one manager, for a thread that is in
	 * several at once.
	 * @param transactionManager the manager
	 * @return the locks of its transactions
	 */
	TransactionLocks of(Object transactionManager);

}
