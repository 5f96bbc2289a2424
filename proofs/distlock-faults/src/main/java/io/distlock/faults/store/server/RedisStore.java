// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.distlock.faults.store.CopiedStore;
import io.distlock.faults.store.DiskStore;
import io.distlock.faults.store.ForgetfulStore;
import io.distlock.testserver.SmallDisk;
import io.distlock.testserver.redis.RedisServer;
import org.jspecify.annotations.Nullable;

/**
 * One Redis server that writes each command to a file, which is lost where it is told to
 * forget.
 */
final class RedisStore extends AbstractRedisStore implements ForgetfulStore, CopiedStore, DiskStore {

	private final RedisServer server = RedisNodes.server();

	private final String name;

	private final String client;

	private final Map<String, String> settings;

	RedisStore() {
		this("redis", "", Map.of());
	}

	private RedisStore(String name, String client, Map<String, String> settings) {
		this.name = name;
		this.client = client;
		this.settings = settings;
	}

	static RedisStore overJedis() {
		return new RedisStore("redis-jedis", ", over Jedis", Map.of("spring.data.redis.client-type", "jedis"));
	}

	/**
	 * The application that is started has a bean of the client.
	 */
	static RedisStore overRedisson() {
		return new RedisStore("redis-redisson", ", over Redisson", Map.of("distlock.redis.client", "redisson"));
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public void start() {
		this.server.start();
	}

	@Override
	public String version() {
		return RedisNodes.version(this.server) + this.client;
	}

	@Override
	List<RedisServer> masters() {
		return List.of(this.server);
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		Map<String, String> properties = new HashMap<>(RedisNodes.properties(ports.get(0)));
		properties.putAll(this.settings);
		return properties;
	}

	@Override
	public @Nullable String diskObstacle() {
		return SmallDisk.unavailable().isEmpty() ? null : SmallDisk.unavailable();
	}

	@Override
	public void limitDisk() {
		this.server.limitDisk(DISK_MEGABYTES);
	}

	@Override
	public void fillDisk() {
		this.server.fillDisk();
	}

	/**
	 * The server writes its file again by itself.
	 */
	@Override
	public void freeDisk() {
		this.server.freeDisk();
		if (!this.server.isAlive()) {
			this.server.start();
		}
	}

}
