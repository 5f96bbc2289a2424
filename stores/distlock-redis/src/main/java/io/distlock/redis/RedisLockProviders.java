// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import io.distlock.redis.internal.check.EvictionCheck;
import io.distlock.redis.internal.check.RedisServerCheck;
import io.distlock.redis.internal.check.UnsafeRedisServerException;
import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.internal.transport.RedisTransport;
import org.redisson.api.RedissonClient;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Creates Redis providers for applications without auto-configuration.
 * <p>
 * Each method checks the configuration of the server, if the server responds, and refuses
 * a server that may evict locks. The provider does not close the client of the
 * application.
 *
 * @since 0.1.0
 */
public final class RedisLockProviders {

	private RedisLockProviders() {
	}

	/**
	 * Create a provider over a connection factory of Spring Data Redis, on Lettuce or
	 * Jedis.
	 * @param factory the started connection factory
	 * @param settings the settings
	 * @return the provider
	 * @throws IllegalStateException if the server is not safe for locks
	 */
	public static RedisLockProvider over(RedisConnectionFactory factory, RedisLockSettings settings) {
		return checked(SpringRedisTransports.of(factory), settings);
	}

	/**
	 * Create a provider over a client of Redisson.
	 * @param client the client
	 * @param settings the settings
	 * @return the provider
	 * @throws IllegalStateException if the server is not safe for locks
	 */
	public static RedisLockProvider over(RedissonClient client, RedisLockSettings settings) {
		return checked(new RedissonTransport(client), settings);
	}

	private static RedisLockProvider checked(RedisTransport transport, RedisLockSettings settings) {
		try {
			new RedisServerCheck(EvictionCheck.FAIL).check(transport, settings.replicas());
			return new RedisLockProvider(transport, settings);
		}
		catch (UnsafeRedisServerException ex) {
			transport.close();
			throw new IllegalStateException(ex.getMessage(), ex);
		}
	}

}
