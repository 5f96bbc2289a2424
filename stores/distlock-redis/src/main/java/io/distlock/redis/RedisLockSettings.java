// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;

import io.distlock.internal.task.Durations;
import io.distlock.redis.settings.ReplicaSettings;

/**
 * Settings of the Redis provider. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class RedisLockSettings {

	private final Duration maxPollInterval;

	private final Duration tokenRetention;

	private final ReplicaSettings replicas;

	private final boolean fair;

	private RedisLockSettings(Duration maxPollInterval, Duration tokenRetention, ReplicaSettings replicas,
			boolean fair) {
		check("max-poll-interval", maxPollInterval, Duration.ofMillis(10), Duration.ofMinutes(1),
				"must be from 10ms to 1m");
		check("token-retention", tokenRetention, Duration.ofSeconds(1), Duration.ofDays(3650),
				"must be from 1s to 3650d");
		this.maxPollInterval = maxPollInterval;
		this.tokenRetention = tokenRetention;
		this.replicas = replicas;
		this.fair = fair;
	}

	/**
	 * Return the default settings.
	 * @return the defaults
	 */
	public static RedisLockSettings defaults() {
		return new RedisLockSettings(Duration.ofSeconds(3), Duration.ofDays(1), ReplicaSettings.defaults(), true);
	}

	/**
	 * Return the maximum time between two polls of a waiting node.
	 * @return the time, 3 seconds by default
	 */
	public Duration maxPollInterval() {
		return this.maxPollInterval;
	}

	/**
	 * Return the time for which the last fencing token of an unused lock is kept, if the
	 * lock was in use for ten minutes or longer. Other tokens are kept for ten minutes,
	 * or for this time if it is shorter.
	 * @return the time, 1 day by default
	 */
	public Duration tokenRetention() {
		return this.tokenRetention;
	}

	/**
	 * Return the servers that must acknowledge a grant or a renewal.
	 * @return the settings, no replica by default
	 */
	public ReplicaSettings replicas() {
		return this.replicas;
	}

	/**
	 * Return whether nodes are served in the order of their requests.
	 * @return {@code true} by default
	 */
	public boolean fair() {
		return this.fair;
	}

	/**
	 * Set the maximum time between two polls of a waiting node.
	 * @param maxPollInterval the time, from 10 ms to 1 minute
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is out of range
	 */
	public RedisLockSettings withMaxPollInterval(Duration maxPollInterval) {
		return new RedisLockSettings(maxPollInterval, this.tokenRetention, this.replicas, this.fair);
	}

	/**
	 * Set the time for which the last fencing token of an unused lock is kept.
	 * Afterwards, the server's clock ensures that tokens increase.
	 * @param tokenRetention the time, from 1 second to 3650 days
	 * @return the changed settings
	 * @throws IllegalArgumentException if the time is out of range
	 */
	public RedisLockSettings withTokenRetention(Duration tokenRetention) {
		return new RedisLockSettings(this.maxPollInterval, tokenRetention, this.replicas, this.fair);
	}

	/**
	 * Set the servers that must acknowledge a grant or a renewal.
	 * @param replicas the settings
	 * @return the changed settings
	 */
	public RedisLockSettings withReplicas(ReplicaSettings replicas) {
		return new RedisLockSettings(this.maxPollInterval, this.tokenRetention, replicas, this.fair);
	}

	/**
	 * Set whether nodes are served in the order of their requests, so that no node
	 * overtakes a notified node.
	 * @param fair {@code true} for the order of requests
	 * @return the changed settings
	 */
	public RedisLockSettings withFair(boolean fair) {
		return new RedisLockSettings(this.maxPollInterval, this.tokenRetention, this.replicas, fair);
	}

	private static void check(String field, Duration value, Duration least, Duration most, String rule) {
		if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
			throw new IllegalArgumentException(
					"'distlock.redis.%s' %s, but is '%s'".formatted(field, rule, Durations.text(value)));
		}
	}

}
