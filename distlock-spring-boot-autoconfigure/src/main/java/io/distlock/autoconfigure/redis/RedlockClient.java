// SPDX-License-Identifier: Apache-2.0

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
