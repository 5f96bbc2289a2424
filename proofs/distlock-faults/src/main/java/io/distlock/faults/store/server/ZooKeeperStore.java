// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.distlock.faults.store.SessionStore;
import io.distlock.testserver.relay.FaultyRelay;
import io.distlock.testserver.zookeeper.ZooKeeperServer;

/**
 * One ZooKeeper server.
 */
final class ZooKeeperStore implements SessionStore {

	private final ZooKeeperServer server = new ZooKeeperServer();

	private final ZooKeeperSessions sessions = new ZooKeeperSessions();

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public void start() {
		this.server.start();
	}

	@Override
	public List<ZooKeeperServer> servers() {
		return List.of(this.server);
	}

	@Override
	public String version() {
		return ZooKeeperSessions.version();
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return this.sessions.properties(ports);
	}

	@Override
	public void vary(Random random) {
		this.sessions.vary(random);
	}

	@Override
	public String variant() {
		return this.sessions.variant();
	}

	@Override
	public Duration commandTimeout() {
		return ZooKeeperSessions.COMMAND_TIMEOUT;
	}

	@Override
	public Duration deadHolder(Duration lease) {
		return this.sessions.deadHolder();
	}

	@Override
	public void expireSessions(List<FaultyRelay> relays) throws Exception {
		this.sessions.expire(this.server.port(), relays);
	}

	@Override
	public List<String> held(String part) {
		return ZooKeeperSessions.held(this.server.port(), part);
	}

}
