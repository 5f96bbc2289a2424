// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/**
 * One Redis master with two replicas, watched by three sentinels that promote a replica
 * within about two seconds.
 */
public final class RedisSentinel implements AutoCloseable {

	/**
	 * The name by which clients ask the sentinels for the master.
	 */
	public static final String MASTER = "locks";

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final RedisReplication replication;

	private final List<RedisServer> sentinels;

	/**
	 * Create nodes that are not running yet.
	 * @param options more command line options of each data node
	 */
	public RedisSentinel(String... options) {
		this.replication = new RedisReplication(options);
		this.sentinels = Stream.generate(this::sentinel).limit(3).toList();
	}

	/**
	 * Start all nodes and wait until the sentinels know each other and the replicas.
	 * @return this
	 */
	public RedisSentinel start() {
		this.replication.start();
		this.sentinels.forEach(RedisServer::start);
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> this.sentinels.stream().allMatch(RedisSentinel::ready));
		return this;
	}

	public List<RedisServer> sentinels() {
		return this.sentinels;
	}

	public RedisReplication replication() {
		return this.replication;
	}

	/**
	 * Return the node that the sentinels name as the master.
	 * @return the node
	 */
	public RedisServer master() {
		int port = masterPort(this.sentinels.get(0));
		return nodes().filter((node) -> node.port() == port)
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No node has port " + port));
	}

	/**
	 * Kill the master, and wait until all sentinels name another one, which takes writes.
	 * @return the new master
	 */
	public RedisServer failOver() {
		RedisServer old = master();
		old.kill();
		return awaitFailOver(old);
	}

	/**
	 * Wait until all sentinels name another master, which takes writes.
	 * @param old the former master
	 * @return the new master
	 */
	public RedisServer awaitFailOver(RedisServer old) {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> this.sentinels.stream().allMatch((sentinel) -> masterPort(sentinel) != old.port())
					&& "master".equals(master().info("role")));
		return master();
	}

	@Override
	public void close() {
		this.sentinels.forEach(RedisServer::close);
		this.replication.close();
	}

	private Stream<RedisServer> nodes() {
		return Stream.concat(Stream.of(this.replication.master()),
				IntStream.range(0, 2).mapToObj(this.replication::replica));
	}

	private RedisServer sentinel() {
		RedisServer master = this.replication.master();
		return new RedisServer(List.of("sentinel monitor %s %s %d 2".formatted(MASTER, master.host(), master.port()),
				"sentinel down-after-milliseconds %s 1000".formatted(MASTER),
				"sentinel failover-timeout %s 5000".formatted(MASTER)), "--sentinel");
	}

	private static boolean ready(RedisServer sentinel) {
		String state = sentinel.info("master0");
		return state.contains("status=ok") && state.contains("slaves=2") && state.contains("sentinels=3")
				&& sentinel.send("SENTINEL", "CKQUORUM", MASTER).toString().startsWith("OK 3");
	}

	private static int masterPort(RedisServer sentinel) {
		List<?> address = (List<?>) sentinel.send("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER);
		return Integer.parseInt(address.get(1).toString());
	}

}
