// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;

import io.distlock.internal.task.Durations;
import io.distlock.jdbc.internal.table.TableNames;

/**
 * Settings of the JDBC provider. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class JdbcLockSettings {

	/**
	 * Table prefix in the schema scripts.
	 */
	public static final String DEFAULT_TABLE_PREFIX = TableNames.DEFAULT_PREFIX;

	private static final Duration SHORTEST_POLL = Duration.ofMillis(10);

	private final String tablePrefix;

	private final int poolSize;

	private final Duration maxPollInterval;

	private final Duration purgeAfter;

	private JdbcLockSettings(String tablePrefix, int poolSize, Duration maxPollInterval, Duration purgeAfter) {
		TableNames.checkPrefix(tablePrefix, "distlock.jdbc");
		check(poolSize >= 0, "pool-size", "must not be negative", poolSize);
		check(maxPollInterval.compareTo(SHORTEST_POLL) >= 0 && maxPollInterval.compareTo(Duration.ofMinutes(1)) <= 0,
				"max-poll-interval", "must be from 10ms to 1m", Durations.text(maxPollInterval));
		check(!purgeAfter.isNegative() && !purgeAfter.isZero(), "purge-after", "must be positive",
				Durations.text(purgeAfter));
		this.tablePrefix = tablePrefix;
		this.poolSize = poolSize;
		this.maxPollInterval = maxPollInterval;
		this.purgeAfter = purgeAfter;
	}

	/**
	 * Return the default settings.
	 * @return the defaults
	 */
	public static JdbcLockSettings defaults() {
		return new JdbcLockSettings(DEFAULT_TABLE_PREFIX, 0, Duration.ofSeconds(1), Duration.ofHours(1));
	}

	/**
	 * Return the prefix of the table names.
	 * @return the prefix, {@value #DEFAULT_TABLE_PREFIX} by default
	 */
	public String tablePrefix() {
		return this.tablePrefix;
	}

	/**
	 * Return the maximum number of the provider's own connections.
	 * @return the number, zero by default
	 */
	public int poolSize() {
		return this.poolSize;
	}

	/**
	 * Return the maximum time between two polls of a waiting node.
	 * @return the time, 1 second by default
	 */
	public Duration maxPollInterval() {
		return this.maxPollInterval;
	}

	/**
	 * Return the time for which the row of an unused lock is kept.
	 * @return the time, 1 hour by default
	 */
	public Duration purgeAfter() {
		return this.purgeAfter;
	}

	/**
	 * Set the prefix of the table names, optionally after a schema and a dot.
	 * @param tablePrefix the prefix
	 * @return the changed settings
	 * @throws IllegalArgumentException if the prefix is not part of a valid table name
	 */
	public JdbcLockSettings withTablePrefix(String tablePrefix) {
		return new JdbcLockSettings(tablePrefix, this.poolSize, this.maxPollInterval, this.purgeAfter);
	}

	/**
	 * Set the maximum number of the provider's own connections.
	 * @param poolSize the number; zero for eight connections in a separate pool, or two
	 * connections of the application's pool
	 * @return the changed settings
	 * @throws IllegalArgumentException if the number is negative
	 */
	public JdbcLockSettings withPoolSize(int poolSize) {
		return new JdbcLockSettings(this.tablePrefix, poolSize, this.maxPollInterval, this.purgeAfter);
	}

	/**
	 * Set the maximum time between two polls of a waiting node. In a long queue that
	 * advances, the time is up to twice as long.
	 * @param maxPollInterval the time, from 10 ms to 1 minute
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is out of range
	 */
	public JdbcLockSettings withMaxPollInterval(Duration maxPollInterval) {
		return new JdbcLockSettings(this.tablePrefix, this.poolSize, maxPollInterval, this.purgeAfter);
	}

	/**
	 * Set the time for which the row of an unused lock is kept.
	 * @param purgeAfter the time, positive
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is not positive
	 */
	public JdbcLockSettings withPurgeAfter(Duration purgeAfter) {
		return new JdbcLockSettings(this.tablePrefix, this.poolSize, this.maxPollInterval, purgeAfter);
	}

	private static void check(boolean valid, String field, String rule, Object value) {
		if (!valid) {
			throw new IllegalArgumentException("'distlock.jdbc.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

}
