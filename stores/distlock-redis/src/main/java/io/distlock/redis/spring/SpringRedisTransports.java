// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import io.distlock.redis.transport.RedisTransport;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Makes transports of Spring Data Redis.
 *
 * @since 0.1.0
 */
public final class SpringRedisTransports {

	private static final boolean lettuce = ClassUtils.isPresent("io.lettuce.core.api.StatefulConnection",
			SpringRedisTransports.class.getClassLoader());

	private SpringRedisTransports() {
	}

	/**
	 * Return the transport that suits a connection factory: with Lettuce its asynchronous
	 * commands, otherwise what every client of Spring Data Redis can.
	 * @param connectionFactory the application's connection factory
	 * @return the transport, which is not connected yet
	 */
	public static RedisTransport of(RedisConnectionFactory connectionFactory) {
		return of(connectionFactory, () -> {
		});
	}

	/**
	 * Return the transport that suits a connection factory that no other code uses.
	 * @param connectionFactory the connection factory
	 * @param shutdown closes it, together with the transport
	 * @return the transport, which is not connected yet
	 */
	public static RedisTransport of(RedisConnectionFactory connectionFactory, Runnable shutdown) {
		Connections connections = new Connections(connectionFactory, shutdown);
		RedisTransport suited = lettuce ? LettuceRedisTransport.of(connectionFactory, connections) : null;
		return (suited != null) ? suited : new BlockingRedisTransport(connectionFactory, connections);
	}

}
