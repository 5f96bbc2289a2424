package io.distlock.benchmark.redis;

import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.testserver.RedisServer;

/**
 * Counts what a Redis server has run, including what scripts called.
 */
final class RedisCommands implements CommandCounter {

	private final RedisServer server;

	RedisCommands(RedisServer server) {
		this.server = server;
	}

	@Override
	public long count() {
		return Long.parseLong(this.server.info("total_commands_processed"));
	}

}
