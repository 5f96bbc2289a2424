package io.distlock.faults.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.distlock.faults.node.RelayedAddresses;
import io.distlock.testserver.RedisCluster;
import io.distlock.testserver.RedisServer;
import org.awaitility.Awaitility;

/**
 * A Redis Cluster of three masters, which serves what it has while one of them is away.
 * Keys of a round are on all of them.
 */
final class RedisClusterStore implements ShardedStore, SubscriberStore, ConnectionStore {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisCluster cluster = new RedisCluster("--appendonly", "yes", "--appendfsync", "everysec",
			"--cluster-require-full-coverage", "no");

	@Override
	public String name() {
		return "redis-cluster";
	}

	@Override
	public void start() {
		this.cluster.start();
	}

	@Override
	public String version() {
		return RedisNodes.version(servers().get(0)) + ", a cluster of three masters";
	}

	@Override
	public List<Integer> ports() {
		return servers().stream().map(RedisServer::port).toList();
	}

	/**
	 * The servers tell clients where they are, which a node maps to its relays.
	 */
	@Override
	public Map<String, String> properties(List<Integer> ports) {
		Map<String, String> properties = new HashMap<>(RedisNodes.properties(ports.get(0)));
		properties.put("spring.data.redis.cluster.nodes",
				ports().stream().map((port) -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
		properties.put("spring.data.redis.lettuce.cluster.refresh.adaptive", "true");
		properties.put(RelayedAddresses.PROPERTY,
				IntStream.range(0, ports.size())
					.mapToObj((server) -> ports().get(server) + ":" + ports.get(server))
					.collect(Collectors.joining(",")));
		return properties;
	}

	@Override
	public List<String> keys(String name, int count) {
		List<String> keys = new ArrayList<>();
		for (int number = 1; keys.size() < count; number++) {
			String key = name + "-k" + number;
			if (shard(key) == keys.size() % servers().size()) {
				keys.add(key);
			}
		}
		return keys;
	}

	@Override
	public int shard(String key) {
		return servers().indexOf(this.cluster.owner(this.cluster.slot("distlock:{faults:" + key + "}")));
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

	/**
	 * Masters that did not answer for two seconds are trusted again after four.
	 */
	@Override
	public Duration recovery() {
		return Duration.ofSeconds(5);
	}

	@Override
	public void kill(int shard) {
		servers().get(shard).kill();
	}

	@Override
	public void restart(int shard) {
		servers().get(shard).start();
	}

	@Override
	public void freeze(int shard) {
		servers().get(shard).freeze();
	}

	@Override
	public void thaw(int shard) {
		servers().get(shard).thaw();
	}

	@Override
	public void freeze() {
		servers().forEach(RedisServer::freeze);
	}

	@Override
	public void thaw() {
		servers().forEach(RedisServer::thaw);
	}

	@Override
	public void kill() {
		servers().forEach(RedisServer::kill);
	}

	@Override
	public void restart() {
		servers().forEach(RedisServer::start);
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> servers().stream().allMatch(RedisClusterStore::works));
	}

	private static boolean works(RedisServer server) {
		return server.send("CLUSTER", "INFO").toString().contains("cluster_state:ok");
	}

	@Override
	public void killConnections() {
		servers().forEach((server) -> RedisNodes.killClients(server, "normal"));
	}

	@Override
	public void killSubscribers() {
		servers().forEach((server) -> RedisNodes.killClients(server, "pubsub"));
	}

	@Override
	public List<String> held(String part) {
		return servers().stream().flatMap((server) -> RedisNodes.held(server, part).stream()).toList();
	}

	private List<RedisServer> servers() {
		return this.cluster.nodes();
	}

	@Override
	public void close() {
		this.cluster.close();
	}

}
