// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import java.util.List;
import java.util.Map;

import io.distlock.testserver.RedisServer;

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

	@Override
	public void freeze() {
		this.server.freeze();
	}

	@Override
	public void thaw() {
		this.server.thaw();
	}

	@Override
	public void kill() {
		this.server.kill();
	}

	@Override
	public void restart() {
		this.server.restart();
	}

	@Override
	public void restartEmpty() {
		this.server.restartEmpty();
	}

	@Override
	public void close() {
		this.server.close();
	}

}
