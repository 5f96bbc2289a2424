// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;
import org.awaitility.Awaitility;

/**
 * A real server, with the hands of an operator. Each node has a client of its own, and so
 * a session. The clients would try again for ever, which no lock may wait for.
 */
final class ZooKeeperStore implements StoreUnderTest, AutoCloseable {

	private static final String LOCKS = "/distlock/locks";

	private final String connectString;

	private final Duration sessionTimeout;

	private final CuratorFramework operator;

	/**
	 * In another JVM, whose locks are free soon after it was killed.
	 */
	ZooKeeperStore(String connectString) {
		this(connectString, Duration.ofSeconds(4));
	}

	ZooKeeperStore(String connectString, Duration sessionTimeout) {
		this.connectString = connectString;
		this.sessionTimeout = sessionTimeout;
		this.operator = newClient();
		this.operator.start();
	}

	CuratorFramework newClient() {
		return CuratorFrameworkFactory.newClient(this.connectString, (int) this.sessionTimeout.toMillis(), 15_000,
				new RetryForever(1000));
	}

	CuratorFramework operator() {
		return this.operator;
	}

	@Override
	public List<String> connection() {
		return List.of(this.connectString);
	}

	@Override
	public LockProvider newProvider() {
		CuratorFramework client = newClient();
		return new ProviderWithClient(new ZooKeeperLockProvider(client, ZooKeeperLockSettings.defaults()), client);
	}

	@Override
	public void delete(LockKey key) {
		String above = path(key);
		for (String node : children(above)) {
			act(() -> this.operator.delete().quietly().deletingChildrenIfNeeded().forPath(above + '/' + node));
		}
		act(() -> {
			Stat found = this.operator.checkExists().forPath(above);
			if (found != null && found.getEphemeralOwner() > 0) {
				this.operator.delete().forPath(above);
			}
		});
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		String above = path(key);
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		intrusions.put("persistent place", () -> put(above + "/hello-n-0000000000", CreateMode.PERSISTENT));
		intrusions.put("persistent place of one who shares",
				() -> put(above + "/_c_x.1-r-0000000000", CreateMode.PERSISTENT));
		intrusions.put("place without data", () -> {
			put(above + "/hello-n-0000000000", CreateMode.PERSISTENT);
			act(() -> this.operator.getZookeeperClient()
				.getZooKeeper()
				.setData(above + "/hello-n-0000000000", null, -1));
		});
		intrusions.put("place with children", () -> put(above + "/hello-n-0000000000/child", CreateMode.PERSISTENT));
		intrusions.put("ephemeral node above the places", () -> {
			act(() -> this.operator.delete().quietly().deletingChildrenIfNeeded().forPath(above));
			put(above, CreateMode.EPHEMERAL);
		});
		return intrusions;
	}

	private void put(String path, CreateMode mode) {
		put(path, mode, "lease-ms=-1x\nholder=");
	}

	/**
	 * The server may remove the parents meanwhile, since they are empty.
	 */
	private void put(String path, CreateMode mode, String data) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.pollDelay(Duration.ZERO)
			.ignoreException(NoNodeException.class)
			.until(() -> this.operator.create()
				.orSetData()
				.creatingParentContainersIfNeeded()
				.withMode(mode)
				.forPath(path, data.getBytes(StandardCharsets.UTF_8)) != null);
	}

	/**
	 * Each node of the queue is its name and its data.
	 */
	@Override
	public String readRecord(LockKey key) {
		return children(path(key)).stream()
			.sorted()
			.map((name) -> name + '\n' + data(path(key) + '/' + name))
			.collect(Collectors.joining("\n\n"));
	}

	private String data(String path) {
		try {
			return new String(this.operator.getData().forPath(path), StandardCharsets.UTF_8);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The nodes are of the operator's session, which lasts like that of a holder.
	 */
	@Override
	public boolean writeRecord(LockKey key, String text) {
		delete(key);
		for (String node : text.split("\n\n")) {
			String[] parts = node.split("\n", 2);
			String name = parts[0].replace('/', '_');
			if (!name.isEmpty() && !name.equals(".") && !name.equals("..")) {
				put(path(key) + '/' + name, CreateMode.EPHEMERAL, (parts.length > 1) ? parts[1] : "");
			}
		}
		return true;
	}

	@Override
	public String place(LockKey key) {
		return path(key);
	}

	/**
	 * Tokens begin with the number of a transaction.
	 */
	@Override
	public boolean grantsUnusedTokensAgain() {
		return false;
	}

	static String path(LockKey key) {
		return LOCKS + '/' + key.encoded(200);
	}

	/**
	 * Wait until the server has removed what is empty.
	 */
	@Override
	public void purge() {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(20))
			.until(() -> children(LOCKS).stream().noneMatch((key) -> children(LOCKS + '/' + key).isEmpty()));
	}

	@Override
	public long size() {
		return children(LOCKS).size();
	}

	List<String> line(LockKey key) {
		return children(path(key));
	}

	private List<String> children(String path) {
		try {
			return this.operator.getChildren().forPath(path);
		}
		catch (NoNodeException ex) {
			return List.of();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void act(Action action) {
		try {
			action.run();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.operator.close();
	}

	private interface Action {

		void run() throws Exception;

	}

}
