package io.distlock.testserver;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;

/**
 * A Redis Cluster of three masters, each with a third of the slots.
 */
public final class RedisCluster implements AutoCloseable {

	private static final int SLOTS = 16384;

	private static final int SIZE = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final List<Integer> busPorts = IntStream.range(0, SIZE).mapToObj((i) -> ServerFiles.freePort()).toList();

	private final List<RedisServer> nodes = IntStream.range(0, SIZE).mapToObj(this::node).toList();

	/**
	 * Return the cluster that all tests of this JVM share; nobody may stop it.
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
		for (int i = 1; i < SIZE; i++) {
			this.nodes.get(i)
				.send("CLUSTER", "MEET", this.nodes.get(0).host(), this.nodes.get(0).port(), this.busPorts.get(0));
		}
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> this.nodes.stream().allMatch(RedisCluster::works));
		return this;
	}

	public List<RedisServer> nodes() {
		return this.nodes;
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
			.filter((node) -> owns(node, slot))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("Nobody owns slot " + slot));
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

	private RedisServer node(int index) {
		return new RedisServer("--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--cluster-announce-ip",
				"127.0.0.1", "--cluster-port", String.valueOf(this.busPorts.get(index)));
	}

	private static boolean works(RedisServer node) {
		String info = node.send("CLUSTER", "INFO").toString();
		return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + SIZE)
				&& info.contains("cluster_size:" + SIZE);
	}

	private static boolean owns(RedisServer node, int slot) {
		Object id = node.send("CLUSTER", "MYID");
		return ((List<?>) node.send("CLUSTER", "SLOTS")).stream()
			.map((range) -> (List<?>) range)
			.anyMatch((range) -> (Long) range.get(0) <= slot && slot <= (Long) range.get(1)
					&& id.equals(((List<?>) range.get(2)).get(2)));
	}

	private static final class Shared {

		private static final RedisCluster CLUSTER = new RedisCluster().start();

	}

}
