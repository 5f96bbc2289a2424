// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.function.Supplier;

import io.distlock.redis.transport.RedisTransport;

/**
 * One of several independent masters. Its text form has no credentials.
 *
 * @param property the property that names it, with its position
 * @param name what it is called in messages
 * @param server the server that it leads to
 * @param connect creates the way to it, which is not connected yet
 */
record RedlockMaster(String property, String name, String server, Supplier<RedisTransport> connect) {

	boolean isSameServer(RedlockMaster other) {
		return this.server.equalsIgnoreCase(other.server);
	}

	@Override
	public String toString() {
		return this.name;
	}

}
