// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;

import io.distlock.redis.settings.ReplicaSettings;

/**
 * Settings of the Redis provider.
 *
 * @param maxPollInterval how long a waiting node goes without asking the server, at most
 * @param tokenRetention how long the last fencing token of an unused lock is remembered;
 * after that the server's clock keeps tokens rising
 * @param replicas who must have a grant or a renewal before it counts
 * @param fair whether nodes are served in the order in which they have come, and none
 * gets ahead of the one that was woken
 * @since 0.1.0
 */
public record RedisLockSettings(Duration maxPollInterval, Duration tokenRetention, ReplicaSettings replicas,
		boolean fair) {

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public RedisLockSettings {
		check("max-poll-interval", maxPollInterval, Duration.ofMillis(10), Duration.ofMinutes(1),
				"must be from 10ms to 1m");
		check("token-retention", tokenRetention, Duration.ofSeconds(1), Duration.ofDays(3650),
				"must be from 1s to 3650d");
	}

	/**
	 * Return the settings that hold unless something else is said.
	 * @return the defaults
	 */
	public static RedisLockSettings defaults() {
		return new RedisLockSettings(Duration.ofSeconds(3), Duration.ofDays(1), ReplicaSettings.defaults(), true);
	}

	private static void check(String field, Duration value, Duration least, Duration most, String rule) {
		if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
			throw new IllegalArgumentException("'distlock.redis.%s' %s, but is '%s'".formatted(field, rule, value));
		}
	}

}
