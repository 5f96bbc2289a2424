// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.settings;

import java.time.Duration;
import java.util.List;

import io.distlock.internal.task.Durations;

/**
 * Servers that must acknowledge a grant or a renewal before it counts, so that a promoted
 * replica knows the lock. Based on the commands {@code WAIT} and {@code WAITAOF}.
 * Renewals must be acknowledged as well: a disconnected master would otherwise continue
 * to renew locks that the promoted replica grants to another node.
 * <p>
 * The outcome of a request without enough timely acknowledgements is unknown: a grant is
 * withdrawn, and a renewal is repeated until the lease has expired.
 * <p>
 * Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class ReplicaSettings {

	private final int ack;

	private final Duration timeout;

	private final boolean durable;

	private ReplicaSettings(int ack, Duration timeout, boolean durable) {
		check(ack >= 0 && ack <= 100, "ack", "must be from 0 to 100", ack);
		check(timeout.compareTo(Duration.ofMillis(1)) >= 0 && timeout.compareTo(Duration.ofMinutes(1)) <= 0, "timeout",
				"must be from 1ms to 1m", Durations.text(timeout));
		this.ack = ack;
		this.timeout = timeout;
		this.durable = durable;
	}

	/**
	 * Return the default settings, without acknowledgements by replicas.
	 * @return the defaults
	 */
	public static ReplicaSettings defaults() {
		return new ReplicaSettings(0, Duration.ofSeconds(1), false);
	}

	/**
	 * Return the number of required acknowledgements by replicas.
	 * @return the number, zero by default
	 */
	public int ack() {
		return this.ack;
	}

	/**
	 * Return the maximum time to wait for acknowledgements.
	 * @return the time, 1 second by default
	 */
	public Duration timeout() {
		return this.timeout;
	}

	/**
	 * Return whether the grant must be on disk.
	 * @return {@code false} by default
	 */
	public boolean durable() {
		return this.durable;
	}

	/**
	 * Set the number of required acknowledgements by replicas. The number is configured
	 * instead of discovered, because a master that has lost its replicas would otherwise
	 * require none.
	 * @param ack the number, from 0 to 100
	 * @return the changed settings
	 * @throws IllegalArgumentException if the number is out of range
	 */
	public ReplicaSettings withAck(int ack) {
		return new ReplicaSettings(ack, this.timeout, this.durable);
	}

	/**
	 * Set the maximum time to wait for acknowledgements.
	 * @param timeout the time, from 1 ms to 1 minute
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is out of range
	 */
	public ReplicaSettings withTimeout(Duration timeout) {
		return new ReplicaSettings(this.ack, timeout, this.durable);
	}

	/**
	 * Set whether the grant must be on the disks of the master and of the acknowledging
	 * replicas ({@code WAITAOF}, Redis 7.2 or later).
	 * @param durable {@code true} to require disks
	 * @return the changed settings
	 */
	public ReplicaSettings withDurable(boolean durable) {
		return new ReplicaSettings(this.ack, this.timeout, durable);
	}

	/**
	 * Return whether a grant requires a replica or a disk.
	 * @return {@code true} if the memory of the master does not suffice
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
