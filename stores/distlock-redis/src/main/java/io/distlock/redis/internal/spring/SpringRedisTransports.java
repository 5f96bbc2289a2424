// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import io.distlock.redis.internal.transport.RedisTransport;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Creates transports for Spring Data Redis.
 *
 * @since 0.1.0
 */
public final class SpringRedisTransports {

	private static final boolean lettuce = ClassUtils.isPresent("io.lettuce.core.api.StatefulConnection",
			SpringRedisTransports.class.getClassLoader());

	private SpringRedisTransports() {
	}

	// Returns the transport that suits a connection factory, not connected yet: with
	// Lettuce its asynchronous commands, otherwise what every client of Spring Data Redis
	// can.
	public static RedisTransport of(RedisConnectionFactory connectionFactory) {
		return of(connectionFactory, () -> {
		});
	}

	// The same for a factory that no other code uses, and that is shut down together with
	// the transport.
	public static RedisTransport of(RedisConnectionFactory connectionFactory, Runnable shutdown) {
		if (lettuce && connectionFactory instanceof LettuceConnectionFactory factory) {
			return new LettuceRedisTransport(new LettuceLinks(factory, shutdown));
		}
		return new BlockingRedisTransport(connectionFactory, new Connections(connectionFactory, shutdown));
	}

}
