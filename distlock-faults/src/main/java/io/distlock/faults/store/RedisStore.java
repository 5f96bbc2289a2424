package io.distlock.faults.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.testserver.RedisServer;

/**
 * One Redis server that writes each command to a file, which is lost where it is told to
 * forget.
 */
final class RedisStore implements ForgetfulStore {

	private final RedisServer server = new RedisServer("--appendonly", "yes", "--appendfsync", "everysec");

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public void start() {
		this.server.start();
	}

	@Override
	public List<Integer> ports() {
		return List.of(this.server.port());
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return Map.of("distlock.provider", "redis", "spring.data.redis.host", "127.0.0.1", "spring.data.redis.port",
				String.valueOf(ports.get(0)), "spring.autoconfigure.exclude", SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return Duration.ofSeconds(3);
	}

	@Override
	public Duration pollCap() {
		return Duration.ofSeconds(3);
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
		List<?> found = (List<?>) this.server.send("KEYS", "distlock:{*" + part + "*}");
		return found.stream().map(String::valueOf).toList();
	}

	@Override
	public void close() {
		this.server.close();
	}

}
