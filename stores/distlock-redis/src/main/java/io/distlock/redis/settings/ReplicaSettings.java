// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.settings;

import java.time.Duration;
import java.util.List;

/**
 * Servers that must have a grant or a renewal before it counts, so that the replica that
 * is promoted next knows of it: the commands {@code WAIT} and {@code WAITAOF} ask for
 * them. Renewals need that as much as grants: a master that was cut off from its replicas
 * would otherwise renew for ever what the promoted one grants to another node.
 * <p>
 * What too few have acknowledged in time is a request of which it is not known whether it
 * lasts: a grant is withdrawn, a renewal repeated until the lease has run out.
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
	 * Return whether what is given needs more than the master's memory.
	 * @return whether a replica or a disk must have it
	 */
	public boolean areRequired() {
		return this.ack > 0 || this.durable;
	}

	// Asks who has the writes of its connection.
	public String command() {
		return this.durable ? "WAITAOF" : "WAIT";
	}

	public List<String> arguments() {
		String replicas = Integer.toString(this.ack);
		String millis = Long.toString(Math.max(1, this.timeout.toMillis()));
		return this.durable ? List.of("1", replicas, millis) : List.of(replicas, millis);
	}

	private static void check(boolean valid, String field, String rule, Object value) {
		if (!valid) {
			throw new IllegalArgumentException(
					"'distlock.redis.replicas.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

}
