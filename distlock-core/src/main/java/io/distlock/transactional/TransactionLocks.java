// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import java.time.Duration;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;

/**
 * Operations for locks of a database transaction. Each lock is acquired on the connection
 * of the transaction and ends with the transaction: by commit, rollback or the end of the
 * connection. Such a lock has no lease, and therefore needs no renewal or fencing and
 * cannot be lost. The annotation equivalent is {@code @DistributedLock(lifetime =
 * LockLifetime.TRANSACTION)}.
 * <p>
 * Lock before reading. The transaction must have the isolation level READ COMMITTED,
 * where each statement sees the data committed before the statement. At a higher level,
 * all reads return the state before the lock, so that two nodes may sell the same unit.
 * <p>
 * A transaction lock and a lease-based lock of the same key are independent.
 *
 * @since 0.1.0
 */
public interface TransactionLocks {

	/**
	 * Lock a key until the end of the current transaction, with the wait time of {@code
	 * distlock.wait-time}.
	 * @param key the key
	 * @throws LockNotAcquiredException if another transaction held the lock for the whole
	 * wait time
	 * @throws TransactionLockException if the lock cannot be acquired in this transaction
	 */
	default void lock(String key) {
		lock(LockRequest.of(key));
	}

	/**
	 * Lock a key until the end of the current transaction.
	 * @param key the key
	 * @param waitTime the wait time; zero for exactly one attempt
	 * @throws LockNotAcquiredException if another transaction held the lock for the whole
	 * wait time
	 * @throws TransactionLockException if the lock cannot be acquired in this transaction
	 */
	default void lock(String key, Duration waitTime) {
		lock(LockRequest.of(key).waitTime(waitTime));
	}

	/**
	 * Lock keys until the end of the current transaction, in the same order for all
	 * callers. Keys already locked by the transaction cause no further cost. If a key
	 * cannot be locked, the preceding keys remain locked until the end of the
	 * transaction.
	 * @param request the keys, the total wait time and the name for telemetry; must be
	 * exclusive and must not specify a lease
	 * @throws LockNotAcquiredException if another transaction held a lock for the whole
	 * wait time; the current transaction can continue
	 * @throws TransactionLockException if there is no transaction, the isolation level is
	 * not READ COMMITTED, a suspended transaction of this thread holds the lock, the
	 * database selected this transaction as a deadlock victim, or the database reported
	 * an error
	 * @throws IllegalArgumentException if the request specifies a lease or another mode
	 */
	void lock(LockRequest request);

	/**
	 * Return the locks for transactions of a given manager, for a thread with several
	 * concurrent transactions.
	 * @param transactionManager the transaction manager
	 * @return the locks for its transactions
	 */
	TransactionLocks of(Object transactionManager);

}
