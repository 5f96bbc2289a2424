// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.testserver.ServerFiles;
import org.awaitility.Awaitility;

/**
 * A Redis Cluster of three masters, each with a third of the slots.
 */
public final class RedisCluster implements AutoCloseable {

	private static final int SLOTS = 16384;

	private static final int SIZE = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final List<Integer> busPorts;

	private final List<RedisServer> nodes;

	private final int replicas;

	/**
	 * Create nodes that are not running yet.
	 * @param options more command line options of each node
	 */
	public RedisCluster(String... options) {
		this(0, options);
	}

	private RedisCluster(int replicas, String... options) {
		this.replicas = replicas;
		this.busPorts = Stream.generate(ServerFiles::freePort).limit(SIZE + replicas).toList();
		this.nodes = this.busPorts.stream().map((port) -> node(port, options)).toList();
	}

	/**
	 * Create a cluster in which each master has a replica, that is promoted a few seconds
	 * after the master has died.
	 * @param options more command line options of each node
	 * @return the cluster, whose nodes are not running yet
	 */
	public static RedisCluster withReplicas(String... options) {
		return new RedisCluster(SIZE, options);
	}

	/**
	 * Return the cluster that all tests of this JVM share; no test may stop it.
	 * @return the running cluster
	 */
	public static RedisCluster shared() {
		return Shared.CLUSTER;
	}

	/**
	 * Start all nodes, share the slots out, and wait until every node says that the
	 * cluster works.
	 * @return this
	 */
	public RedisCluster start() {
		this.nodes.forEach(RedisServer::start);
		for (int i = 0; i < SIZE; i++) {
			RedisServer node = this.nodes.get(i);
			node.send("CLUSTER", "ADDSLOTSRANGE", i * SLOTS / SIZE, (i + 1) * SLOTS / SIZE - 1);
			node.send("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
		}
		for (int i = 1; i < this.nodes.size(); i++) {
			this.nodes.get(i)
				.send("CLUSTER", "MEET", this.nodes.get(0).host(), this.nodes.get(0).port(), this.busPorts.get(0));
		}
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> this.nodes.stream().allMatch(this::works));
		startReplicas();
		return this;
	}

	private void startReplicas() {
		for (int i = 0; i < this.replicas; i++) {
			this.nodes.get(SIZE + i).send("CLUSTER", "REPLICATE", this.nodes.get(i).send("CLUSTER", "MYID"));
		}
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> this.nodes.stream().skip(SIZE).allMatch(RedisCluster::replicates)
					&& this.nodes.stream().allMatch((node) -> replicas(node) == this.replicas));
	}

	public List<RedisServer> nodes() {
		return this.nodes;
	}

	/**
	 * Kill the master of a slot, and wait until its replica has taken the slot over and
	 * takes writes.
	 * @param slot the slot
	 * @return the new master
	 */
	public RedisServer failOver(int slot) {
		RedisServer old = owner(slot);
		old.kill();
		List<RedisServer> alive = this.nodes.stream().filter((node) -> node != old).toList();
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> alive.stream()
				.allMatch((node) -> isOk(node) && alive.stream().anyMatch((other) -> owns(node, other, slot))));
		return alive.stream().filter((node) -> owns(node, node, slot)).findFirst().orElseThrow();
	}

	/**
	 * Return the slot of a key.
	 * @param key the key, with its hash tag
	 * @return the slot
	 */
	public int slot(String key) {
		return Math.toIntExact((Long) this.nodes.get(0).send("CLUSTER", "KEYSLOT", key));
	}

	/**
	 * Return the node that has a slot.
	 * @param slot the slot
	 * @return the node
	 */
	public RedisServer owner(int slot) {
		return this.nodes.stream()
			.filter((node) -> owns(node, node, slot))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No master owns slot " + slot));
	}

	/**
	 * Begin to move a slot: from now on the source answers {@code ASK} for keys that it
	 * does not have, and {@code TRYAGAIN} where it has some keys of a request only.
	 * @param slot the slot
	 * @param target the node that is to have it
	 */
	public void beginMigration(int slot, RedisServer target) {
		RedisServer source = owner(slot);
		target.send("CLUSTER", "SETSLOT", slot, "IMPORTING", source.send("CLUSTER", "MYID"));
		source.send("CLUSTER", "SETSLOT", slot, "MIGRATING", target.send("CLUSTER", "MYID"));
	}

	/**
	 * Move some keys of a slot under migration.
	 * @param slot the slot
	 * @param target the node that is to have it
	 * @param count the most keys to move
	 * @return how many were moved
	 */
	public int migrateKeys(int slot, RedisServer target, int count) {
		RedisServer source = owner(slot);
		List<?> keys = (List<?>) source.send("CLUSTER", "GETKEYSINSLOT", slot, count);
		keys.forEach((key) -> source.send("MIGRATE", target.host(), target.port(), key, 0, 5000));
		return keys.size();
	}

	/**
	 * End the migration of a slot: every node learns the new owner.
	 * @param slot the slot
	 * @param target the node that has it now
	 */
	public void endMigration(int slot, RedisServer target) {
		RedisServer source = owner(slot);
		Object id = target.send("CLUSTER", "MYID");
		target.send("CLUSTER", "SETSLOT", slot, "NODE", id);
		source.send("CLUSTER", "SETSLOT", slot, "NODE", id);
		this.nodes.forEach((node) -> node.send("CLUSTER", "SETSLOT", slot, "NODE", id));
	}

	@Override
	public void close() {
		this.nodes.forEach(RedisServer::close);
	}

	private static RedisServer node(int busPort, String... options) {
		List<String> all = new ArrayList<>(
				List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--cluster-announce-ip",
						"127.0.0.1", "--repl-diskless-sync-delay", "0", "--cluster-port", String.valueOf(busPort)));
		all.addAll(List.of(options));
		return new RedisServer(all.toArray(String[]::new));
	}

	private boolean works(RedisServer node) {
		String info = node.send("CLUSTER", "INFO").toString();
		return isOk(node) && info.contains("cluster_known_nodes:" + this.nodes.size())
				&& info.contains("cluster_size:" + SIZE);
	}

	private static boolean isOk(RedisServer node) {
		return node.send("CLUSTER", "INFO").toString().contains("cluster_state:ok");
	}

	private static boolean replicates(RedisServer node) {
		return "slave".equals(node.info("role")) && "up".equals(node.info("master_link_status"));
	}

	private static long replicas(RedisServer node) {
		return node.send("CLUSTER", "NODES").toString().lines().filter((line) -> line.contains("slave")).count();
	}

	/**
	 * Tell whether a slot is another node's, as one node sees it.
	 */
	private static boolean owns(RedisServer asked, RedisServer node, int slot) {
		return ((List<?>) asked.send("CLUSTER", "SLOTS")).stream()
			.map((range) -> (List<?>) range)
			.anyMatch((range) -> (Long) range.get(0) <= slot && slot <= (Long) range.get(1)
					&& ((List<?>) range.get(2)).get(1).equals((long) node.port()));
	}

	private static final class Shared {

		private static final RedisCluster CLUSTER = new RedisCluster().start();

	}

}
