// SPDX-License-Identifier: Apache-2.0

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
