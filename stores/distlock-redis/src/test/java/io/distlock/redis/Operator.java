// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;

import io.distlock.testserver.redis.RedisConsole;

/**
 * A person at a console of one server.
 *
 * @param port the server's port
 */
public record Operator(int port) {

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	public Object send(Object... command) {
		try (RedisConsole console = console()) {
			return console.send(command);
		}
	}

	public RedisConsole console() {
		return new RedisConsole(this.port, TIMEOUT);
	}

}
