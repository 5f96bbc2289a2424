// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;

import io.distlock.internal.task.Durations;

/**
 * Settings of locks over several independent masters. Immutable; later versions may add
 * attributes.
 *
 * @since 0.1.0
 */
public final class RedlockSettings {

	private final Duration nodeTimeout;

	private final Duration quarantine;

	private RedlockSettings(Duration nodeTimeout, Duration quarantine) {
		check(nodeTimeout.compareTo(Duration.ofMillis(10)) >= 0 && nodeTimeout.compareTo(Duration.ofSeconds(10)) <= 0,
				"node-timeout", "must be from 10ms to 10s", Durations.text(nodeTimeout));
		check(!quarantine.isNegative() && quarantine.compareTo(Duration.ofDays(1)) <= 0, "quarantine",
				"must be from 0 to 1d", Durations.text(quarantine));
		this.nodeTimeout = nodeTimeout;
		this.quarantine = quarantine;
	}

	/**
	 * Return the default settings.
	 * @return the defaults
	 */
	public static RedlockSettings defaults() {
		return new RedlockSettings(Duration.ofMillis(250), Duration.ofMinutes(1));
	}

	/**
	 * Return the maximum response time of a master.
	 * @return the time, 250 ms by default
	 */
	public Duration nodeTimeout() {
		return this.nodeTimeout;
	}

	/**
	 * Return the time for which a restarted master grants no locks.
	 * @return the time, 1 minute by default
	 */
	public Duration quarantine() {
		return this.quarantine;
	}

	/**
	 * Set the maximum response time of a master. A slower master counts as unavailable.
	 * The time is also limited to a tenth of the lease.
	 * @param nodeTimeout the time, from 10 ms to 10 seconds
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is out of range
	 */
	public RedlockSettings withNodeTimeout(Duration nodeTimeout) {
		return new RedlockSettings(nodeTimeout, this.quarantine);
	}

	/**
	 * Set the time for which a restarted master grants no locks, because it may have lost
	 * earlier grants: at least the longest lease. Zero disables the quarantine; the
	 * operator must then delay the restart of a master.
	 * @param quarantine the time, from 0 to 1 day
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is out of range
	 */
	public RedlockSettings withQuarantine(Duration quarantine) {
		return new RedlockSettings(this.nodeTimeout, quarantine);
	}

	private static void check(boolean valid, String field, String rule, Object value) {
		if (!valid) {
			throw new IllegalArgumentException(
					"'distlock.redis.redlock.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

}
