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

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.transport.RedisTransport;

/**
 * A client of Redis that is on the class path, and that the application may have set up.
 */
interface LockRedisClient {

	/**
	 * Return the value of {@code distlock.redis.client} that names this client.
	 * @return the name
	 */
	Client name();

	/**
	 * Return whether the application has set this client up. Creates no beans.
	 * @return whether there is a bean
	 */
	boolean exists();

	/**
	 * Create a transport over the bean of the application.
	 * @return the transport, which is not connected yet
	 * @throws LockConfigurationException if there is not one such bean
	 */
	RedisTransport newTransport();

}
