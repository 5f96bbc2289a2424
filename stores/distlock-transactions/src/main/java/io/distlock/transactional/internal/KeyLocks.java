// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import io.distlock.transactional.TransactionLockException;

/**
 * Locks keys in transactions of one database.
 */
interface KeyLocks extends AutoCloseable {

	/**
	 * Lock a key until the transaction of a connection ends.
	 * @param connection the connection, whose transaction can continue if the key is busy
	 * @param request what asks for it
	 * @param key the key, one of those of the request
	 * @param wait how long to wait for it, zero to ask exactly once
	 * @return whether it is locked; {@code false} if another transaction kept it
	 * @throws SQLException if the database failed
	 * @throws TransactionLockException if the isolation of the transaction is another one
	 * than READ COMMITTED
	 */
	boolean lock(Connection connection, LockRequest request, LockKey key, Duration wait) throws SQLException;

	default void verify() {
	}

	@Override
	default void close() {
	}

}
