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
 * @param client Client with the connections to use. "auto" prefers Spring Data Redis,
 * unless Spring Data Redis itself runs on Redisson.
 * @param maxPollInterval Maximum time between two polls of a waiting node.
 * @param tokenRetention How long the last fencing token of an unused lock is kept if the
 * lock was in use for ten minutes or longer, and at most how long that of any other lock
 * is kept. After that the server's clock keeps tokens rising.
 * @param fair Whether waiting nodes acquire a lock in the order of their arrival. A
 * released lock is then reserved for a moment for the node that is notified.
 * @param evictionCheck Action at start if the server may evict locks when its memory is
 * full.
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
	 * @param timeout Maximum time to wait for the replicas.
	 * @param durable Whether a grant or a renewal must be on the disk of the master and
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
