// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

import io.distlock.testserver.relay.FaultyRelay;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.ZooKeeper;

/**
 * What all stores have in common that consist of ZooKeeper servers: the sessions of their
 * clients, the timeout of which varies, so that it is shorter than some leases and longer
 * than others.
 */
final class ZooKeeperSessions {

	static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

	private static final List<Duration> TIMEOUTS = List.of(Duration.ofSeconds(2), Duration.ofSeconds(3),
			Duration.ofSeconds(6));

	private static final String LOCKS = "/distlock/locks";

	private Duration timeout = TIMEOUTS.get(0);

	void vary(Random random) {
		this.timeout = TIMEOUTS.get(random.nextInt(TIMEOUTS.size()));
	}

	String variant() {
		return ", session " + this.timeout.toMillis() + " ms";
	}

	/**
	 * The server looks for ended sessions once in a tick.
	 */
	Duration deadHolder() {
		return this.timeout.plusSeconds(1);
	}

	/**
	 * The servers run from the same class path.
	 */
	static String version() {
		return "ZooKeeper " + Version.getVersion();
	}

	Map<String, String> properties(List<Integer> ports) {
		String servers = ports.stream().map((port) -> "127.0.0.1:" + port).collect(Collectors.joining(","));
		return Map.of("distlock.provider", "zookeeper", "distlock.zookeeper.connect-string", servers,
				"distlock.zookeeper.session-timeout", this.timeout.toMillis() + "ms", "spring.autoconfigure.exclude",
				SqlStore.AUTO_CONFIGURATION);
	}

	/**
	 * End all sessions that lead through some relays.
	 * @param port the port of a server
	 */
	void expire(int port, List<FaultyRelay> relays) throws Exception {
		for (FaultyRelay relay : relays) {
			for (byte[] greeting : relay.greetings()) {
				expire(port, ByteBuffer.wrap(greeting));
			}
		}
	}

	/**
	 * A client that knows the number and the password of a session may take it over, and
	 * close it. Both are in the first answer of a server, behind its length, the version
	 * of the protocol and the timeout.
	 */
	private void expire(int port, ByteBuffer greeting) throws Exception {
		if (greeting.remaining() < 40) {
			return;
		}
		long session = greeting.getLong(12);
		byte[] password = new byte[greeting.getInt(20)];
		greeting.get(24, password);
		try (ZooKeeper thief = new ZooKeeper("127.0.0.1:" + port, (int) this.timeout.toMillis(), (event) -> {
		}, session, password)) {
			thief.exists("/", false);
		}
		catch (KeeperException.SessionExpiredException ex) {
			// It was closed just so.
		}
	}

	static List<String> held(int port, String part) {
		try (ZooKeeper client = new ZooKeeper("127.0.0.1:" + port, 10_000, (event) -> {
		})) {
			return held(client, part);
		}
		catch (Exception ex) {
			throw new IllegalStateException("Could not list locks", ex);
		}
	}

	private static List<String> held(ZooKeeper client, String part) throws Exception {
		List<String> held = new ArrayList<>();
		for (String key : children(client, LOCKS)) {
			if (key.contains(part)) {
				children(client, LOCKS + "/" + key).forEach((node) -> held.add(key + "/" + node));
			}
		}
		return held;
	}

	private static List<String> children(ZooKeeper client, String path) throws Exception {
		try {
			return client.getChildren(path, false);
		}
		catch (KeeperException.NoNodeException ex) {
			return List.of();
		}
	}

}
