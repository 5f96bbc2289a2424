// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.distlock.faults.node.RelayedAddresses;
import io.distlock.faults.store.CopiedStore;
import io.distlock.faults.store.SlotStore;
import io.distlock.testserver.redis.RedisCluster;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;

/**
 * A Redis Cluster of three masters, which serves what it has while one of them is away.
 * Keys of a round are on all of them.
 */
final class RedisClusterStore extends AbstractRedisStore implements SlotStore, CopiedStore {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisCluster cluster = new RedisCluster(RedisNodes.options("--cluster-require-full-coverage", "no"));

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
		return RedisNodes.version(masters().get(0)) + ", a cluster of three masters";
	}

	@Override
	List<RedisServer> masters() {
		return this.cluster.nodes();
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
			if (shard(key) == keys.size() % masters().size()) {
				keys.add(key);
			}
		}
		return keys;
	}

	@Override
	public int shard(String key) {
		return masters().indexOf(this.cluster.owner(this.cluster.slot("distlock:{faults:" + key + "}")));
	}

	/**
	 * Move slots as {@code redis-cli --cluster reshard} does, one key at a time.
	 */
	@Override
	public void moveKeys(String part, Random random) throws InterruptedException {
		for (int slot : RedisNodes.keys(masters(), part).stream().map(this.cluster::slot).distinct().toList()) {
			RedisServer source = this.cluster.owner(slot);
			List<RedisServer> others = masters().stream().filter((master) -> master != source).toList();
			RedisServer target = others.get(random.nextInt(others.size()));
			this.cluster.beginMigration(slot, target);
			do {
				TimeUnit.MILLISECONDS.sleep(random.nextInt(50));
			}
			while (this.cluster.migrateKeys(slot, target, 1) > 0);
			this.cluster.endMigration(slot, target);
		}
	}

	/**
	 * Masters that did not answer for two seconds are trusted again after four.
	 */
	@Override
	public Duration recovery() {
		return Duration.ofSeconds(5);
	}

	@Override
	public void restart() {
		super.restart();
		awaitAll();
	}

	/**
	 * A cluster that misses a master, or has just found it again, answers nothing.
	 */
	@Override
	public List<String> held(String part) {
		awaitAll();
		return super.held(part);
	}

	private void awaitAll() {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> masters().stream().allMatch(RedisClusterStore::works));
	}

	private static boolean works(RedisServer server) {
		return server.send("CLUSTER", "INFO").toString().contains("cluster_state:ok");
	}

	@Override
	public void close() {
		this.cluster.close();
	}

}
