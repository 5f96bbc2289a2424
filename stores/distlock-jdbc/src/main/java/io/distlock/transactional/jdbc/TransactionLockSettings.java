// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.jdbc;

import java.time.Duration;

import io.distlock.jdbc.FenceTable;

/**
 * Settings of {@link JdbcTransactionLocks}.
 *
 * @param keyPrefix separates applications that share a database, as it does for locks
 * with a lease
 * @param tablePrefix what the name of the table of fencing tokens starts with, whose rows
 * are locked where the database has no advisory locks
 * @param waitTime how long a request waits unless it says otherwise
 * @param purgeAfter how long the row of a key is kept that is no longer locked
 * @since 0.1.0
 */
public record TransactionLockSettings(String keyPrefix, String tablePrefix, Duration waitTime, Duration purgeAfter) {

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public TransactionLockSettings {
		FenceTable.checkTablePrefix(tablePrefix);
		if (waitTime.isNegative()) {
			throw new IllegalArgumentException("'waitTime' must not be negative, but is " + waitTime);
		}
		if (purgeAfter.compareTo(Duration.ofHours(1)) < 0) {
			throw new IllegalArgumentException("'purgeAfter' must be at least 1h, but is " + purgeAfter);
		}
	}

}
