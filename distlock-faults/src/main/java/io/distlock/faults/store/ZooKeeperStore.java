package io.distlock.faults.store;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.testserver.FaultyRelay;
import io.distlock.testserver.ZooKeeperServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/**
 * One ZooKeeper server.
 */
final class ZooKeeperStore implements SessionStore {

	private static final Duration SESSION = Duration.ofSeconds(2);

	private static final String LOCKS = "/distlock/locks";

	private final ZooKeeperServer server = new ZooKeeperServer();

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public void start() {
		this.server.start();
	}

	@Override
	public List<Integer> ports() {
		return List.of(this.server.port());
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return Map.of("distlock.provider", "zookeeper", "distlock.zookeeper.connect-string",
				"127.0.0.1:" + ports.get(0), "distlock.zookeeper.session-timeout", SESSION.toMillis() + "ms",
				"spring.autoconfigure.exclude", SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return Duration.ofSeconds(5);
	}

	/**
	 * The server looks for ended sessions once in a tick.
	 */
	@Override
	public Duration deadHolder(Duration lease) {
		return SESSION.plusSeconds(1);
	}

	@Override
	public void kill() {
		this.server.kill();
	}

	@Override
	public void restart() {
		this.server.start();
	}

	@Override
	public void expireSessions(List<FaultyRelay> relays) throws Exception {
		for (FaultyRelay relay : relays) {
			for (byte[] greeting : relay.greetings()) {
				expireSession(ByteBuffer.wrap(greeting));
			}
		}
	}

	/**
	 * Whoever knows the number and the password of a session may take it over, and close
	 * it. Both are in the first answer of a server, behind its length, the version of the
	 * protocol and the timeout.
	 */
	private void expireSession(ByteBuffer greeting) throws Exception {
		if (greeting.remaining() < 40) {
			return;
		}
		long session = greeting.getLong(12);
		byte[] password = new byte[greeting.getInt(20)];
		greeting.get(24, password);
		try (ZooKeeper thief = new ZooKeeper("127.0.0.1:" + this.server.port(), (int) SESSION.toMillis(), (event) -> {
		}, session, password)) {
			thief.exists("/", false);
		}
		catch (KeeperException.SessionExpiredException ex) {
			// It was closed just so.
		}
	}

	@Override
	public List<String> held(String part) {
		try (ZooKeeper client = new ZooKeeper("127.0.0.1:" + this.server.port(), 10_000, (event) -> {
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

	@Override
	public void close() {
		this.server.close();
	}

}
