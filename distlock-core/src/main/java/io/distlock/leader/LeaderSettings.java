// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;

import io.distlock.LockRequest;
import io.distlock.internal.task.Durations;

/**
 * Settings for candidates and leaders of roles. Immutable; later versions may add
 * attributes.
 *
 * @since 0.1.0
 */
public final class LeaderSettings {

	private static final LeaderSettings DEFAULTS = new LeaderSettings(Duration.ofSeconds(15), Duration.ofSeconds(5),
			Duration.ofSeconds(10), Duration.ofSeconds(20));

	private final Duration leaseTime;

	private final Duration stepDownPause;

	private final Duration maxBackOff;

	private final Duration listenerTimeout;

	private LeaderSettings(Duration leaseTime, Duration stepDownPause, Duration maxBackOff, Duration listenerTimeout) {
		if (leaseTime.compareTo(LockRequest.MIN_LEASE_TIME) < 0) {
			throw new IllegalArgumentException("'leaseTime' must be at least %d ms, but is %s"
				.formatted(LockRequest.MIN_LEASE_TIME.toMillis(), Durations.text(leaseTime)));
		}
		if (leaseTime.compareTo(LockRequest.MAX_LEASE_TIME) > 0) {
			throw new IllegalArgumentException(
					"'leaseTime' must not be longer than 292 years, but is %s".formatted(Durations.text(leaseTime)));
		}
		checkNotNegative("stepDownPause", stepDownPause);
		checkNotNegative("maxBackOff", maxBackOff);
		checkNotNegative("listenerTimeout", listenerTimeout);
		if (maxBackOff.isZero()) {
			throw new IllegalArgumentException("'maxBackOff' must not be zero");
		}
		this.leaseTime = leaseTime;
		this.stepDownPause = stepDownPause;
		this.maxBackOff = maxBackOff;
		this.listenerTimeout = listenerTimeout;
	}

	private static void checkNotNegative(String name, Duration value) {
		if (value.isNegative()) {
			throw new IllegalArgumentException(
					"'%s' must not be negative, but is %s".formatted(name, Durations.text(value)));
		}
	}

	/**
	 * Return the default settings.
	 * @return the defaults of {@code distlock.leader.*}
	 */
	public static LeaderSettings defaults() {
		return DEFAULTS;
	}

	/**
	 * Return the lease of a role.
	 * @return the lease, 15 seconds by default
	 */
	public Duration leaseTime() {
		return this.leaseTime;
	}

	/**
	 * Return the time for which a node is not a candidate after stepping down.
	 * @return the time; 5 seconds by default, longer than the poll interval of stores
	 */
	public Duration stepDownPause() {
		return this.stepDownPause;
	}

	/**
	 * Return the maximum pause after a failure.
	 * @return the pause, 10 seconds by default
	 */
	public Duration maxBackOff() {
		return this.maxBackOff;
	}

	/**
	 * Return the maximum time for which the role is kept while listeners handle the end
	 * of a term.
	 * @return the time, 20 seconds by default
	 */
	public Duration listenerTimeout() {
		return this.listenerTimeout;
	}

	/**
	 * Set the lease of a role. The lease is renewed every third of its duration. After a
	 * crash of the leader, the role has no leader for the duration of the lease.
	 * @param leaseTime the lease
	 * @return the changed settings
	 * @throws IllegalArgumentException if the lease is shorter than
	 * {@link LockRequest#MIN_LEASE_TIME} or longer than
	 * {@link LockRequest#MAX_LEASE_TIME}
	 */
	public LeaderSettings withLeaseTime(Duration leaseTime) {
		return new LeaderSettings(leaseTime, this.stepDownPause, this.maxBackOff, this.listenerTimeout);
	}

	/**
	 * Set the time for which a node is not a candidate after stepping down, so that
	 * another node gets the role.
	 * @param stepDownPause the time, not negative
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is negative
	 */
	public LeaderSettings withStepDownPause(Duration stepDownPause) {
		return new LeaderSettings(this.leaseTime, stepDownPause, this.maxBackOff, this.listenerTimeout);
	}

	/**
	 * Set the maximum pause after a failure.
	 * @param maxBackOff the pause, positive
	 * @return the changed settings
	 * @throws IllegalArgumentException if the pause is not positive
	 */
	public LeaderSettings withMaxBackOff(Duration maxBackOff) {
		return new LeaderSettings(this.leaseTime, this.stepDownPause, maxBackOff, this.listenerTimeout);
	}

	/**
	 * Set the maximum time for which the role is kept while listeners handle the end of a
	 * term.
	 * @param listenerTimeout the time, not negative
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is negative
	 */
	public LeaderSettings withListenerTimeout(Duration listenerTimeout) {
		return new LeaderSettings(this.leaseTime, this.stepDownPause, this.maxBackOff, listenerTimeout);
	}

}
