// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.time.Duration;

/**
 * Settings of locks over several independent masters.
 *
 * @param nodeTimeout how long one master may take to answer before it counts as away;
 * also bounded by a tenth of the lease
 * @param quarantine how long a master that has just started grants nothing, because it
 * may have forgotten what it granted before: at least the longest lease. Zero turns the
 * quarantine off, and leaves it to the operator to delay the restart of a master
 * @since 0.1.0
 */
public record RedlockSettings(Duration nodeTimeout, Duration quarantine) {

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public RedlockSettings {
		check(nodeTimeout.compareTo(Duration.ofMillis(10)) >= 0 && nodeTimeout.compareTo(Duration.ofSeconds(10)) <= 0,
				"node-timeout", "must be from 10ms to 10s", nodeTimeout);
		check(!quarantine.isNegative() && quarantine.compareTo(Duration.ofDays(1)) <= 0, "quarantine",
				"must be from 0 to 1d", quarantine);
	}

	/**
	 * Return the settings that hold unless something else is said.
	 * @return the defaults
	 */
	public static RedlockSettings defaults() {
		return new RedlockSettings(Duration.ofMillis(250), Duration.ofMinutes(1));
	}

	private static void check(boolean valid, String field, String rule, Object value) {
		if (!valid) {
			throw new IllegalArgumentException(
					"'distlock.redis.redlock.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

}
