// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.Optional;

import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.testserver.redis.RedisServer;

/**
 * Counts what clients ask of a Redis server. Its own statistics also count what scripts
 * call, so it is watched with {@code MONITOR}, which tells them apart.
 */
final class RedisCalls implements CommandCounter {

	private final RedisServer server;

	RedisCalls(RedisServer server) {
		this.server = server;
	}

	@Override
	public Optional<String> unit() {
		return Optional.of("Calls");
	}

	@Override
	public Counting start() throws Exception {
		return new RedisMonitor(this.server);
	}

}
