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

package io.distlock.autoconfigure.redis;

import java.time.Duration;

import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.transport.RedisTransport;

/**
 * A client of Redis that is on the class path, and that distlock sets up by itself for
 * each of several independent masters.
 */
interface RedlockClient {

	/**
	 * How long it may take to connect to a master.
	 */
	Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * Return the value of {@code distlock.redis.client} that names this client.
	 * @return the name
	 */
	Client name();

	/**
	 * Return what people call the client.
	 * @return its name, such as Lettuce
	 */
	String title();

	/**
	 * Create a client of a master.
	 * @param address where it is
	 * @return the way to it, which is not connected yet, and closes its client
	 */
	RedisTransport newTransport(RedlockAddress address);

}
