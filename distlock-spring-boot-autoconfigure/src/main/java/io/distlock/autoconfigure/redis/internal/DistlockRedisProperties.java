// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis.internal;

import java.time.Duration;
import java.util.Map;

import io.distlock.redis.internal.check.EvictionCheck;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Redis.
 *
 * @param client Client to use. "auto" prefers Spring Data Redis, unless Spring Data Redis
 * runs on Redisson.
 * @param maxPollInterval Maximum poll interval of a waiting node.
 * @param tokenRetention Time to keep the last fencing token of an unused lock; at most
 * ten minutes for a lock in use for less than ten minutes. Then the clock of the server
 * keeps tokens rising.
 * @param fair Whether waiting nodes acquire a lock in the order of their arrival. A
 * released lock is then briefly reserved for the notified node.
 * @param evictionCheck Action at start if a full server may evict locks.
 * @param replicas Servers that must have a grant or a renewal before it counts.
 * @param redlock Properties of Redlock, which "distlock-redlock" binds.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.redis", ignoreUnknownFields = false)
public record DistlockRedisProperties(@DefaultValue("auto") Client client, @DefaultValue("3s") Duration maxPollInterval,
		@DefaultValue("1d") Duration tokenRetention, @DefaultValue("true") boolean fair,
		@DefaultValue("fail") EvictionCheck evictionCheck, @DefaultValue Replicas replicas,
		@DefaultValue Map<String, Object> redlock) {

	/**
	 * Servers that must have a grant or a renewal before it counts.
	 *
	 * @param ack Number of replicas that must acknowledge a grant or a renewal.
	 * @param timeout Maximum wait for the replicas.
	 * @param durable Whether grants and renewals must be on the disks of the master and
	 * of "ack" replicas. Requires Redis 7.2 and Lettuce or Jedis.
	 */
	public record Replicas(int ack, @DefaultValue("1s") Duration timeout, boolean durable) {

	}

	/**
	 * Redis client.
	 */
	public enum Client {

		/**
		 * The client of the application.
		 */
		AUTO,

		/**
		 * The {@code RedisConnectionFactory} of Spring Data Redis, on Lettuce or Jedis.
		 */
		SPRING_DATA_REDIS,

		/**
		 * The {@code RedissonClient} of Redisson.
		 */
		REDISSON

	}

}
