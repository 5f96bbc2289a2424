// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.faults.store.CopiedStore;
import io.distlock.faults.store.ForgetfulServersStore;
import io.distlock.faults.store.MemoryStore;
import io.distlock.faults.store.PasswordStore;
import io.distlock.testserver.redis.RedisServer;

/**
 * Five Redis masters that know nothing of each other.
 */
final class RedlockStore implements ForgetfulServersStore, PasswordStore, MemoryStore, CopiedStore {

	private static final Duration QUARANTINE = Duration.ofSeconds(3);

	private final List<RedisServer> servers = Stream.generate(RedisNodes::server).limit(5).toList();

	@Override
	public String name() {
		return "redis-redlock";
	}

	@Override
	public boolean shares() {
		return false;
	}

	@Override
	public void start() {
		this.servers.forEach(RedisServer::start);
	}

	@Override
	public List<RedisServer> servers() {
		return this.servers;
	}

	@Override
	public String version() {
		return RedisNodes.version(this.servers.get(0)) + ", five masters";
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		Map<String, String> properties = new HashMap<>(
				Map.of("distlock.provider", "redis", "distlock.redis.redlock.quarantine", QUARANTINE.toMillis() + "ms",
						"spring.autoconfigure.exclude", SqlStore.AUTO_CONFIGURATION));
		for (int server = 0; server < ports.size(); server++) {
			properties.put("distlock.redis.redlock.nodes[" + server + "]",
					"redis://%s:%s@127.0.0.1:%d".formatted(USER, PASSWORD, ports.get(server)));
		}
		return properties;
	}

	@Override
	public boolean keepsJobs() {
		return false;
	}

	@Override
	public boolean releasesByForce() {
		return false;
	}

	@Override
	public boolean takesRepeatedRequests() {
		return true;
	}

	@Override
	public Duration commandTimeout() {
		return Duration.ofSeconds(1);
	}

	/**
	 * The servers tell only in whole seconds for how long they have been there.
	 */
	@Override
	public Duration recovery() {
		return QUARANTINE.plusSeconds(1);
	}

	/**
	 * Longer ones are refused, since a master that has forgotten them would grant them
	 * again.
	 */
	@Override
	public Duration longestLease() {
		return QUARANTINE;
	}

	@Override
	public boolean quarantines() {
		return true;
	}

	@Override
	public int spare() {
		return 2;
	}

	@Override
	public void killConnections() {
		this.servers.forEach((server) -> RedisNodes.killClients(server, "normal"));
	}

	@Override
	public void changePassword(String password) {
		this.servers.forEach((server) -> RedisNodes.changePassword(server, password));
	}

	@Override
	public void fillMemory() {
		this.servers.forEach(RedisNodes::fillMemory);
	}

	@Override
	public void freeMemory() {
		this.servers.forEach(RedisNodes::freeMemory);
	}

	@Override
	public List<String> held(String part) {
		return this.servers.stream().flatMap((server) -> RedisNodes.held(server, part).stream()).toList();
	}

}
