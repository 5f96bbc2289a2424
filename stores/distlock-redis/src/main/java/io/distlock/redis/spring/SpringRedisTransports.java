/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.redis.spring;

import io.distlock.redis.transport.RedisTransport;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
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
		RedisTransport suited = lettuce ? LettuceTransports.of(connectionFactory, connections) : null;
		return (suited != null) ? suited : new BlockingRedisTransport(connectionFactory, connections);
	}

	/**
	 * Not loaded where Lettuce is absent.
	 */
	private static final class LettuceTransports {

		static @Nullable RedisTransport of(RedisConnectionFactory connectionFactory, Connections connections) {
			return (connectionFactory instanceof LettuceConnectionFactory lettuce)
					? new LettuceRedisTransport(lettuce, connections) : null;
		}

	}

}
