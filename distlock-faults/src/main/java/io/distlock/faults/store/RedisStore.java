package io.distlock.faults.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.testserver.RedisServer;

/**
 * One Redis server that writes each command to a file, which is lost where it is told to
 * forget.
 */
final class RedisStore implements ForgetfulStore, SubscriberStore, ConnectionStore {

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
	public List<Integer> ports() {
		return List.of(this.server.port());
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return RedisNodes.properties(ports.get(0));
	}

	@Override
	public boolean listens() {
		return true;
	}

	@Override
	public boolean takesRepeatedRequests() {
		return true;
	}

	@Override
	public Duration commandTimeout() {
		return RedisNodes.COMMAND_TIMEOUT;
	}

	@Override
	public Duration pollCap() {
		return RedisNodes.POLL_CAP;
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
	public void killConnections() {
		RedisNodes.killClients(this.server, "normal");
	}

	@Override
	public void killSubscribers() {
		RedisNodes.killClients(this.server, "pubsub");
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
	public List<String> held(String part) {
		return RedisNodes.held(this.server, part);
	}

	@Override
	public void close() {
		this.server.close();
	}

}
