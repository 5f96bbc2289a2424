// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;

/**
 * Settings of the table of fencing tokens, for what checks tokens and for what locks rows
 * of it.
 *
 * @param keyPrefix separates applications that share a database, as it does for locks
 * @param tablePrefix what the table's name starts with, optionally after a schema and a
 * dot
 * @param lockTimeout how long a transaction waits for another one that has checked the
 * same key and is not complete
 * @param purgeAfter how long the row of a key is kept that is no longer checked or
 * locked: longer than any holder may stand still
 * @since 0.1.0
 */
public record FencingSettings(String keyPrefix, String tablePrefix, Duration lockTimeout, Duration purgeAfter) {

	private static final Duration SHORTEST_PURGE = Duration.ofHours(1);

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public FencingSettings {
		JdbcLockSettings.checkTablePrefix(tablePrefix, "distlock.fencing");
		if (lockTimeout.isNegative() || lockTimeout.isZero()) {
			throw new IllegalArgumentException(
					"'distlock.fencing.lock-timeout' must be positive, but is '%s'".formatted(lockTimeout));
		}
		if (purgeAfter.compareTo(SHORTEST_PURGE) < 0) {
			throw new IllegalArgumentException(
					"'distlock.fencing.purge-after' must be at least 1h, but is '%s'".formatted(purgeAfter));
		}
	}

}
