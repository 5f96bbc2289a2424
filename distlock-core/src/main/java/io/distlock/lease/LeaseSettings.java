// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.LockRequest;
import io.distlock.internal.task.Durations;
import org.jspecify.annotations.Nullable;

/**
 * Defaults and bounds of the engine. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class LeaseSettings {

	/**
	 * Maximum number of consecutive hand-overs. Each hand-over needs a fencing token
	 * reserved with the lease, and tokens must not run ahead of the store's clock.
	 */
	public static final int MAX_HAND_OFFS = 10_000;

	private final String keyPrefix;

	private final String nodeName;

	private final Duration waitTime;

	private final Duration leaseTime;

	private final @Nullable Duration maxHoldTime;

	private final int maxHandOffs;

	private final Duration maxHandOffTime;

	private LeaseSettings(String keyPrefix, String nodeName, Duration waitTime, Duration leaseTime,
			@Nullable Duration maxHoldTime, int maxHandOffs, Duration maxHandOffTime) {
		checkNotNegative("waitTime", waitTime);
		if (leaseTime.compareTo(LockRequest.MIN_LEASE_TIME) < 0) {
			throw new IllegalArgumentException("'leaseTime' must be at least %s, but is %s"
				.formatted(Durations.text(LockRequest.MIN_LEASE_TIME), Durations.text(leaseTime)));
		}
		if (leaseTime.compareTo(LockRequest.MAX_LEASE_TIME) > 0) {
			throw new IllegalArgumentException(
					"'leaseTime' must not be longer than 292 years, but is " + Durations.text(leaseTime));
		}
		if (maxHoldTime != null && (maxHoldTime.isNegative() || maxHoldTime.isZero())) {
			throw new IllegalArgumentException("'maxHoldTime' must be positive, but is " + Durations.text(maxHoldTime));
		}
		if (maxHandOffs < 0 || maxHandOffs > MAX_HAND_OFFS) {
			throw new IllegalArgumentException(
					"'maxHandOffs' must be from 0 to %d, but is %d".formatted(MAX_HAND_OFFS, maxHandOffs));
		}
		checkNotNegative("maxHandOffTime", maxHandOffTime);
		this.keyPrefix = keyPrefix;
		this.nodeName = nodeName;
		this.waitTime = waitTime;
		this.leaseTime = leaseTime;
		this.maxHoldTime = maxHoldTime;
		this.maxHandOffs = maxHandOffs;
		this.maxHandOffTime = maxHandOffTime;
	}

	private static void checkNotNegative(String name, Duration value) {
		if (value.isNegative()) {
			throw new IllegalArgumentException(
					"'%s' must not be negative, but is %s".formatted(name, Durations.text(value)));
		}
	}

	/**
	 * Return the settings of a node, with the defaults of {@code distlock.*}.
	 * @param keyPrefix the prefix that separates applications that share a store
	 * @param nodeName the name of this node for readers of the store, at most 100
	 * characters
	 * @return the settings
	 */
	public static LeaseSettings of(String keyPrefix, String nodeName) {
		return new LeaseSettings(keyPrefix, nodeName, Duration.ofSeconds(5), Duration.ofSeconds(30), null,
				MAX_HAND_OFFS, Duration.ofMillis(100));
	}

	/**
	 * Return the key prefix.
	 * @return the prefix that separates applications that share a store
	 */
	public String keyPrefix() {
		return this.keyPrefix;
	}

	/**
	 * Return the name of this node.
	 * @return the name, for readers of the store
	 */
	public String nodeName() {
		return this.nodeName;
	}

	/**
	 * Return the wait time of requests without their own.
	 * @return the time, 5 seconds by default
	 */
	public Duration waitTime() {
		return this.waitTime;
	}

	/**
	 * Return the lease of requests without their own.
	 * @return the lease, 30 seconds by default
	 */
	public Duration leaseTime() {
		return this.leaseTime;
	}

	/**
	 * Return the time after which renewal stops for requests without their own.
	 * @return the time, or {@code null} for never, which is the default
	 */
	public @Nullable Duration maxHoldTime() {
		return this.maxHoldTime;
	}

	/**
	 * Return the maximum number of hand-overs of a lease within the JVM before the engine
	 * checks the store for waiting nodes.
	 * @return the number, {@value #MAX_HAND_OFFS} by default
	 */
	public int maxHandOffs() {
		return this.maxHandOffs;
	}

	/**
	 * Return the maximum time of hand-overs within the JVM before the engine checks the
	 * store for waiting nodes.
	 * @return the time, 100 ms by default
	 */
	public Duration maxHandOffTime() {
		return this.maxHandOffTime;
	}

	/**
	 * Set the wait time of requests without their own.
	 * @param waitTime the time, not negative
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is negative
	 */
	public LeaseSettings withWaitTime(Duration waitTime) {
		return new LeaseSettings(this.keyPrefix, this.nodeName, waitTime, this.leaseTime, this.maxHoldTime,
				this.maxHandOffs, this.maxHandOffTime);
	}

	/**
	 * Set the lease of requests without their own.
	 * @param leaseTime the lease
	 * @return the changed settings
	 * @throws IllegalArgumentException if the lease is shorter than
	 * {@link LockRequest#MIN_LEASE_TIME} or longer than
	 * {@link LockRequest#MAX_LEASE_TIME}
	 */
	public LeaseSettings withLeaseTime(Duration leaseTime) {
		return new LeaseSettings(this.keyPrefix, this.nodeName, this.waitTime, leaseTime, this.maxHoldTime,
				this.maxHandOffs, this.maxHandOffTime);
	}

	/**
	 * Set the time after which renewal stops for requests without their own.
	 * @param maxHoldTime the time, positive, or {@code null} for never
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is not positive
	 */
	public LeaseSettings withMaxHoldTime(@Nullable Duration maxHoldTime) {
		return new LeaseSettings(this.keyPrefix, this.nodeName, this.waitTime, this.leaseTime, maxHoldTime,
				this.maxHandOffs, this.maxHandOffTime);
	}

	/**
	 * Set the bounds of hand-overs within the JVM before the engine checks the store for
	 * waiting nodes.
	 * @param maxHandOffs the maximum number of consecutive hand-overs, zero for none
	 * @param maxHandOffTime the maximum time since the last store request
	 * @return the changed settings
	 * @throws IllegalArgumentException if a bound is negative, or the number exceeds
	 * {@value #MAX_HAND_OFFS}
	 */
	public LeaseSettings withHandOff(int maxHandOffs, Duration maxHandOffTime) {
		return new LeaseSettings(this.keyPrefix, this.nodeName, this.waitTime, this.leaseTime, this.maxHoldTime,
				maxHandOffs, maxHandOffTime);
	}

	/**
	 * Return the defaults for requests with unset options.
	 * @param version the order of the configurations of nodes
	 */
	ResolvedRequest.Defaults defaults(long version) {
		return new ResolvedRequest.Defaults(this.keyPrefix, this.nodeName, this.waitTime, this.leaseTime,
				this.maxHoldTime, this.maxHandOffs + 1, version);
	}

}
