package io.distlock.redis.spring;

import io.distlock.redis.RedisTransport;

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
		if (lettuce && LettuceRedisTransport.supports(connectionFactory)) {
			return new LettuceRedisTransport(connectionFactory);
		}
		return new PlainRedisTransport(connectionFactory);
	}

}
