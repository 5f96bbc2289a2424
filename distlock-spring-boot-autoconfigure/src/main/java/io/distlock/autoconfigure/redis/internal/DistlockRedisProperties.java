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
 * @param client The client whose connections are used. If both are there, "auto" takes
 * Spring Data Redis, unless that runs on Redisson itself.
 * @param maxPollInterval Longest time that a waiting node does not poll the server for
 * the lock.
 * @param tokenRetention How long the last fencing token of an unused lock is kept if the
 * lock was in use for ten minutes or longer, and at most how long that of any other lock
 * is kept. After that the server's clock keeps tokens rising.
 * @param fair Whether waiting nodes get a lock in the order in which they have come. A
 * lock that was released is kept for a moment for the node that is woken.
 * @param evictionCheck What happens at start where the server may evict locks to make
 * room for other keys.
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
	 * @param ack Number of replicas that must have a grant or a renewal before it counts.
	 * @param timeout How long to wait for the replicas.
	 * @param durable Whether a grant or a renewal must be on the disk of the master, and
	 * of as many replicas as are waited for. Needs Redis 7.2, and Lettuce or Jedis.
	 */
	public record Replicas(int ack, @DefaultValue("1s") Duration timeout, boolean durable) {

	}

	/**
	 * A client of Redis.
	 */
	public enum Client {

		/**
		 * The one that the application has.
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
