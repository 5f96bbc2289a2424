// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Settings of the JDBC provider.
 *
 * @param tablePrefix what the table's name starts with, optionally after a schema and a
 * dot
 * @param poolSize how many connections the provider has for itself, at most; 0 for eight
 * in a pool of its own, and two where they are the application's
 * @param maxPollInterval how long a waiting node goes without asking the database, at
 * most; in a long line that moves on, up to twice that
 * @param purgeAfter how long the row of a lock that is no longer used is kept
 * @since 0.1.0
 */
public record JdbcLockSettings(String tablePrefix, int poolSize, Duration maxPollInterval, Duration purgeAfter) {

	/**
	 * The table prefix that the schema scripts are written with.
	 */
	public static final String DEFAULT_TABLE_PREFIX = "DISTLOCK_";

	private static final Pattern TABLE_PREFIX = Pattern
		.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,40}");

	private static final Duration SHORTEST_POLL = Duration.ofMillis(10);

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public JdbcLockSettings {
		checkTablePrefix(tablePrefix);
		check(poolSize >= 0, "pool-size", "must not be negative", poolSize);
		check(maxPollInterval.compareTo(SHORTEST_POLL) >= 0 && maxPollInterval.compareTo(Duration.ofMinutes(1)) <= 0,
				"max-poll-interval", "must be from 10ms to 1m", maxPollInterval);
		check(!purgeAfter.isNegative() && !purgeAfter.isZero(), "purge-after", "must be positive", purgeAfter);
	}

	/**
	 * Return the settings that hold unless something else is said.
	 * @return the defaults
	 */
	public static JdbcLockSettings defaults() {
		return new JdbcLockSettings(DEFAULT_TABLE_PREFIX, 0, Duration.ofSeconds(1), Duration.ofDays(30));
	}

	private static void check(boolean valid, String field, String rule, Object value) {
		if (!valid) {
			throw new IllegalArgumentException("'distlock.jdbc.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

	static void checkTablePrefix(String tablePrefix) {
		checkTablePrefix(tablePrefix, "distlock.jdbc");
	}

	static void checkTablePrefix(String tablePrefix, String properties) {
		if (!TABLE_PREFIX.matcher(tablePrefix).matches()) {
			throw new IllegalArgumentException(
					"'%s.table-prefix' must be letters, digits and '_', at most 41, optionally after a schema and a dot, but is '%s'"
						.formatted(properties, tablePrefix));
		}
	}

}
