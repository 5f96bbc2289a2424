// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.time.Duration;
import java.util.List;

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
 * @param tokenRetention How long the last fencing token of a lock that is no longer used
 * is kept. After that the server's clock keeps tokens rising.
 * @param fair Whether waiting nodes get a lock in the order in which they have come. A
 * lock that was released is kept for a moment for the node that is woken.
 * @param evictionCheck What happens at start where the server may evict locks to make
 * room for other keys.
 * @param replicas Servers that must have a grant or a renewal before it counts.
 * @param redlock Independent masters, of which a majority decides.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.redis", ignoreUnknownFields = false)
record DistlockRedisProperties(@DefaultValue("auto") Client client, @DefaultValue("3s") Duration maxPollInterval,
		@DefaultValue("1d") Duration tokenRetention, @DefaultValue("true") boolean fair,
		@DefaultValue("fail") EvictionCheck evictionCheck, @DefaultValue Replicas replicas,
		@DefaultValue Redlock redlock) {

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
	 * Independent masters, of which a majority decides.
	 *
	 * @param nodes Independent Redis masters that keep the locks together, as
	 * "redis[s]://[[user]:password@]host[:port][/db]": 3, 5 or another odd number. If
	 * there are none, the locks are kept by the application's own client.
	 * @param factories Independent Redis masters, by the names of the
	 * LettuceConnectionFactory beans that lead to them, instead of their addresses.
	 * @param nodeTimeout How long one master may take to respond before it counts as
	 * unavailable.
	 * @param quarantine How long a master that has just started grants nothing, because
	 * it may have forgotten what it granted before: at least the longest lease. Zero
	 * turns that off.
	 */
	public record Redlock(@DefaultValue List<String> nodes, @DefaultValue List<String> factories,
			@DefaultValue("250ms") Duration nodeTimeout, @DefaultValue("1m") Duration quarantine) {

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
