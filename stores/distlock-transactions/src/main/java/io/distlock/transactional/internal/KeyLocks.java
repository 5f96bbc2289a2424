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
	 * @param request the request
	 * @param key a key of the request
	 * @param wait the maximum time to wait, zero for a single attempt
	 * @return {@code false} if another transaction kept the key
	 * @throws SQLException if the database failed
	 * @throws TransactionLockException if the isolation level of the transaction is not
	 * READ COMMITTED
	 */
	boolean lock(Connection connection, LockRequest request, LockKey key, Duration wait) throws SQLException;

	default void verify() {
	}

	@Override
	default void close() {
	}

}
