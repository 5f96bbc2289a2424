// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;

/**
 * Settings for deleting rows that no node uses any more. A purge continues until there is
 * none left, in batches with pauses in between.
 *
 * @param after how long a row is kept
 * @param interval the time between two purges of one node
 * @param batchSize the most rows that one statement deletes
 * @param pause how long the database is left in peace after each batch
 * @since 0.1.0
 */
public record PurgeSettings(Duration after, Duration interval, int batchSize, Duration pause) {

	private static final int MAX_BATCH_SIZE = 1000;

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public PurgeSettings {
		check(!after.isNegative() && !after.isZero(), "purge-after", "must be positive", after);
		check(!interval.isNegative() && !interval.isZero(), "purge-interval", "must be positive", interval);
		check(batchSize >= 1 && batchSize <= MAX_BATCH_SIZE, "purge-batch-size", "must be from 1 to " + MAX_BATCH_SIZE,
				batchSize);
		check(!pause.isNegative(), "purge-pause", "must not be negative", pause);
	}

	/**
	 * Return the settings that hold unless something else is said.
	 * @param after how long a row is kept
	 * @return the settings, with a purge in each hour
	 */
	public static PurgeSettings after(Duration after) {
		return new PurgeSettings(after, Duration.ofHours(1), 500, Duration.ofMillis(50));
	}

	static void check(boolean valid, String field, String rule, Object value) {
		if (!valid) {
			throw new IllegalArgumentException("'distlock.jdbc.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

}
