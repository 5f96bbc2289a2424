// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.util.List;
import java.util.Map;

import io.distlock.faults.store.ForgetfulStore;
import io.distlock.testserver.redis.RedisServer;

/**
 * One Redis server that writes each command to a file, which is lost where it is told to
 * forget.
 */
final class RedisStore extends AbstractRedisStore implements ForgetfulStore {

	private final RedisServer server = RedisNodes.server();

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public void start() {
		this.server.start();
	}

	@Override
	public String version() {
		return RedisNodes.version(this.server);
	}

	@Override
	List<RedisServer> masters() {
		return List.of(this.server);
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return RedisNodes.properties(ports.get(0));
	}

}
