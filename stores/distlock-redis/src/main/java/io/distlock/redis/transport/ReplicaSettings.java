// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.transport;

import java.time.Duration;

/**
 * Servers that must have a grant or a renewal before it counts.
 *
 * @param ack how many replicas must have it; said here and never found out, since a
 * master that has lost its replicas would otherwise ask for none
 * @param timeout how long to wait for them
 * @param durable whether it must be on disk: on the master's, and on that many replicas'
 * ({@code WAITAOF}, Redis 7.2 or later)
 * @since 0.1.0
 */
public record ReplicaSettings(int ack, Duration timeout, boolean durable) {

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public ReplicaSettings {
		check(ack >= 0 && ack <= 100, "ack", "must be from 0 to 100", ack);
		check(timeout.compareTo(Duration.ofMillis(1)) >= 0 && timeout.compareTo(Duration.ofMinutes(1)) <= 0, "timeout",
				"must be from 1ms to 1m", timeout);
	}

	/**
	 * Return the settings that hold unless something else is said: no replica is waited
	 * for.
	 * @return the defaults
	 */
	public static ReplicaSettings defaults() {
		return new ReplicaSettings(0, Duration.ofSeconds(1), false);
	}

	/**
	 * Return whether a replica must be waited for.
	 * @return whether a grant needs more than the master's memory
	 */
	public boolean isRequired() {
		return this.ack > 0 || this.durable;
	}

	private static void check(boolean valid, String field, String rule, Object value) {
		if (!valid) {
			throw new IllegalArgumentException(
					"'distlock.redis.replicas.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

}
