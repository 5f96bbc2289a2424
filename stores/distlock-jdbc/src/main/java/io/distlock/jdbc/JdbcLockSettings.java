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
	 * The table prefix that the schema scripts are written with.
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
	 * Return the settings that hold unless something else is said.
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
	 * Return the number of connections that the provider has for itself.
	 * @return the number, zero by default
	 */
	public int poolSize() {
		return this.poolSize;
	}

	/**
	 * Return the longest time between two polls of a waiting node.
	 * @return the time, 1 second by default
	 */
	public Duration maxPollInterval() {
		return this.maxPollInterval;
	}

	/**
	 * Return how long the row of an unused lock is kept.
	 * @return the time, 1 day by default
	 */
	public Duration purgeAfter() {
		return this.purgeAfter;
	}

	/**
	 * Set the prefix of the table names, optionally after a schema and a dot.
	 * @param tablePrefix the prefix
	 * @return the changed settings
	 * @throws IllegalArgumentException if the prefix is no name of a table
	 */
	public JdbcLockSettings withTablePrefix(String tablePrefix) {
		return new JdbcLockSettings(tablePrefix, this.poolSize, this.maxPollInterval, this.purgeAfter);
	}

	/**
	 * Set the number of connections that the provider has for itself.
	 * @param poolSize the most connections; zero for eight in a pool of its own, and two
	 * of the pool of the application
	 * @return the changed settings
	 * @throws IllegalArgumentException if the number is negative
	 */
	public JdbcLockSettings withPoolSize(int poolSize) {
		return new JdbcLockSettings(this.tablePrefix, poolSize, this.maxPollInterval, this.purgeAfter);
	}

	/**
	 * Set the longest time between two polls of a waiting node. In a long queue that
	 * advances, the time is up to twice as long.
	 * @param maxPollInterval the time, from 10 ms to 1 minute
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is out of its range
	 */
	public JdbcLockSettings withMaxPollInterval(Duration maxPollInterval) {
		return new JdbcLockSettings(this.tablePrefix, this.poolSize, maxPollInterval, this.purgeAfter);
	}

	/**
	 * Set how long the row of an unused lock is kept.
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
