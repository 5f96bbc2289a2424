// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/**
 * One Redis master and two replicas, which the test alone promotes.
 */
public final class RedisReplication implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer master;

	private final List<RedisServer> replicas;

	/**
	 * Create a master and replicas that are not running yet.
	 * @param options more command line options of each node
	 */
	public RedisReplication(String... options) {
		this(RedisServer.program(), options);
	}

	/**
	 * Create a master and replicas of a certain version.
	 * @param program what runs each node
	 * @param options more command line options of each node
	 */
	public RedisReplication(Path program, String... options) {
		this.master = new RedisServer(program, List.of(), with(options, "--repl-diskless-sync-delay", "0"));
		this.replicas = List.of(replica(program, options), replica(program, options));
	}

	/**
	 * Start all nodes and wait until both replicas have caught up.
	 * @return this
	 */
	public RedisReplication start() {
		this.master.start();
		this.replicas.forEach(RedisServer::start);
		awaitAcknowledgements(2);
		return this;
	}

	public RedisServer master() {
		return this.master;
	}

	public RedisServer replica(int index) {
		return this.replicas.get(index);
	}

	/**
	 * Make a replica the master of all others that live.
	 * @param promoted the replica
	 */
	public void promote(RedisServer promoted) {
		promoted.send("REPLICAOF", "NO", "ONE");
	}

	/**
	 * Wait until replicas acknowledge what was written to the master up to now. A replica
	 * that has just attached takes a second before it acknowledges anything.
	 * @param count how many
	 */
	public void awaitAcknowledgements(int count) {
		Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> acknowledge() >= count);
	}

	@Override
	public void close() {
		this.replicas.forEach(RedisServer::close);
		this.master.close();
	}

	private long acknowledge() {
		try (RedisConsole console = this.master.console()) {
			console.send("SET", "replication-probe", "1", "PX", "1000");
			return (Long) console.send("WAIT", "2", "200");
		}
	}

	private RedisServer replica(Path program, String... options) {
		return new RedisServer(program, List.of(),
				with(options, "--replicaof", this.master.host() + " " + this.master.port()));
	}

	private static String[] with(String[] options, String... more) {
		return Stream.concat(Stream.of(more), Stream.of(options)).toArray(String[]::new);
	}

}
