// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.faults.store.ReplicatedStore;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;

/**
 * One Redis primary and two replicas, each of which follows the primary through a relay
 * of its own. With acknowledgements, each grant has been acknowledged by one replica;
 * since a replica has everything that came before what it has, the one that has the most
 * has all that was acknowledged by any.
 */
final class ReplicatedRedisStore extends AbstractRedisStore implements ReplicatedStore {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final List<RedisServer> servers = Stream.generate(RedisNodes::server).limit(3).toList();

	private final ReplicaRelays<RedisServer> relays = new ReplicaRelays<>();

	private final String name;

	private final int acknowledgements;

	private RedisServer primary = this.servers.get(0);

	private RedisServer former = this.servers.get(0);

	private ReplicatedRedisStore(String name, int acknowledgements) {
		this.name = name;
		this.acknowledgements = acknowledgements;
	}

	static ReplicatedRedisStore plain() {
		return new ReplicatedRedisStore("redis-replicas", 0);
	}

	static ReplicatedRedisStore acknowledging() {
		return new ReplicatedRedisStore("redis-replicas-ack", 1);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public void start() {
		this.servers.forEach(RedisServer::start);
		this.relays.open(this.servers, this.primary);
		replicas().forEach(this::follow);
		awaitReplicas();
	}

	@Override
	public String version() {
		return RedisNodes.version(this.primary) + ", one primary, two replicas";
	}

	@Override
	public List<RedisServer> servers() {
		return this.servers;
	}

	@Override
	List<RedisServer> masters() {
		return List.of(this.primary);
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		Map<String, String> properties = new HashMap<>(RedisNodes.properties(ports.get(0)));
		properties.put("distlock.redis.replicas.ack", String.valueOf(this.acknowledgements));
		properties.put("distlock.redis.replicas.timeout", "300ms");
		return properties;
	}

	/**
	 * Replicas look for their primary once a second, and acknowledge as often.
	 */
	@Override
	public Duration recovery() {
		return Duration.ofSeconds(2);
	}

	/**
	 * No replica follows before the primary has its data.
	 */
	@Override
	public void restart() {
		this.primary.start();
		replicas().forEach(RedisServer::start);
		replicas().forEach(this::follow);
		awaitReplicas();
	}

	@Override
	public boolean acknowledges() {
		return this.acknowledgements > 0;
	}

	@Override
	public void holdBack(int replicas) {
		this.relays.holdBack(replicas().subList(0, replicas));
	}

	@Override
	public void killPrimary() {
		this.primary.kill();
	}

	@Override
	public int promote() {
		List<RedisServer> replicas = replicas();
		this.former = this.primary;
		this.primary = replicas.stream().max(Comparator.comparingLong(ReplicatedRedisStore::heard)).orElseThrow();
		this.primary.send("REPLICAOF", "NO", "ONE");
		this.relays.leadAll(this.primary);
		return this.primary.port();
	}

	@Override
	public void rejoin() {
		if (!isRunning(this.former)) {
			this.former.start();
		}
		follow(this.former);
		awaitReplicas();
	}

	private List<RedisServer> replicas() {
		return this.servers.stream().filter((server) -> server != this.primary).toList();
	}

	private void follow(RedisServer replica) {
		replica.send("REPLICAOF", "127.0.0.1", this.relays.lead(replica, this.primary));
	}

	private static long heard(RedisServer replica) {
		return Long.parseLong(replica.info("slave_repl_offset"));
	}

	private static boolean isRunning(RedisServer server) {
		try {
			return server.send("PING") != null;
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	private void awaitReplicas() {
		Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> acknowledged() == 2);
	}

	private long acknowledged() {
		try (RedisConsole console = this.primary.console()) {
			console.send("SET", "probe", "1", "PX", "1000");
			return (Long) console.send("WAIT", "2", "200");
		}
	}

	@Override
	public void close() {
		super.close();
		this.relays.close();
	}

}
