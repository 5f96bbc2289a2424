// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.time.Duration;

import io.distlock.internal.task.Durations;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.internal.table.TableNames;

/**
 * Settings of the table of fencing tokens, for the check of tokens and for locks on rows
 * of the table. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class FencingSettings {

	private static final Duration SHORTEST_PURGE = Duration.ofHours(1);

	private final String keyPrefix;

	private final String tablePrefix;

	private final Duration lockTimeout;

	private final Duration purgeAfter;

	private FencingSettings(String keyPrefix, String tablePrefix, Duration lockTimeout, Duration purgeAfter) {
		TableNames.checkPrefix(tablePrefix, "distlock.fencing");
		if (lockTimeout.isNegative() || lockTimeout.isZero()) {
			throw new IllegalArgumentException("'distlock.fencing.lock-timeout' must be positive, but is '%s'"
				.formatted(Durations.text(lockTimeout)));
		}
		if (purgeAfter.compareTo(SHORTEST_PURGE) < 0) {
			throw new IllegalArgumentException("'distlock.fencing.purge-after' must be at least 1h, but is '%s'"
				.formatted(Durations.text(purgeAfter)));
		}
		this.keyPrefix = keyPrefix;
		this.tablePrefix = tablePrefix;
		this.lockTimeout = lockTimeout;
		this.purgeAfter = purgeAfter;
	}

	/**
	 * Return the settings of an application, with the defaults of
	 * {@code distlock.fencing.*}.
	 * @param keyPrefix the prefix that separates applications that share a database
	 * @return the settings
	 */
	public static FencingSettings of(String keyPrefix) {
		return new FencingSettings(keyPrefix, JdbcLockSettings.DEFAULT_TABLE_PREFIX, Duration.ofSeconds(10),
				Duration.ofDays(30));
	}

	/**
	 * Return the key prefix, which separates applications that share a database.
	 * @return the prefix
	 */
	public String keyPrefix() {
		return this.keyPrefix;
	}

	/**
	 * Return the prefix of the table name.
	 * @return the prefix, {@value JdbcLockSettings#DEFAULT_TABLE_PREFIX} by default
	 */
	public String tablePrefix() {
		return this.tablePrefix;
	}

	/**
	 * Return the maximum time for which a transaction waits for another transaction that
	 * has checked the same key.
	 * @return the time, 10 seconds by default
	 */
	public Duration lockTimeout() {
		return this.lockTimeout;
	}

	/**
	 * Return the time for which the row of an unused key is kept.
	 * @return the time, 30 days by default
	 */
	public Duration purgeAfter() {
		return this.purgeAfter;
	}

	/**
	 * Set the prefix of the table name, optionally after a schema and a dot.
	 * @param tablePrefix the prefix
	 * @return the changed settings
	 * @throws IllegalArgumentException if the prefix is not part of a valid table name
	 */
	public FencingSettings withTablePrefix(String tablePrefix) {
		return new FencingSettings(this.keyPrefix, tablePrefix, this.lockTimeout, this.purgeAfter);
	}

	/**
	 * Set the maximum time for which a transaction waits for another active transaction
	 * that has checked the same key.
	 * @param lockTimeout the time, positive
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is not positive
	 */
	public FencingSettings withLockTimeout(Duration lockTimeout) {
		return new FencingSettings(this.keyPrefix, this.tablePrefix, lockTimeout, this.purgeAfter);
	}

	/**
	 * Set the time for which the row of an unused key is kept. The time must exceed the
	 * longest pause of a holder.
	 * @param purgeAfter the time, at least an hour
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is shorter
	 */
	public FencingSettings withPurgeAfter(Duration purgeAfter) {
		return new FencingSettings(this.keyPrefix, this.tablePrefix, this.lockTimeout, purgeAfter);
	}

}
