package io.distlock.faults.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.testserver.FaultyRelay;
import io.distlock.testserver.ZooKeeperServer;

/**
 * One ZooKeeper server.
 */
final class ZooKeeperStore implements SessionStore {

	private final ZooKeeperServer server = new ZooKeeperServer();

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public void start() {
		this.server.start();
	}

	@Override
	public String version() {
		return ZooKeeperSessions.version();
	}

	@Override
	public List<Integer> ports() {
		return List.of(this.server.port());
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return ZooKeeperSessions.properties(ports);
	}

	@Override
	public Duration commandTimeout() {
		return ZooKeeperSessions.COMMAND_TIMEOUT;
	}

	@Override
	public Duration deadHolder(Duration lease) {
		return ZooKeeperSessions.DEAD_HOLDER;
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
		this.server.start();
	}

	@Override
	public void expireSessions(List<FaultyRelay> relays) throws Exception {
		ZooKeeperSessions.expire(this.server.port(), relays);
	}

	@Override
	public List<String> held(String part) {
		return ZooKeeperSessions.held(this.server.port(), part);
	}

	@Override
	public void close() {
		this.server.close();
	}

}
