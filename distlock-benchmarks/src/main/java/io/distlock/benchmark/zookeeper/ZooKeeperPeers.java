package io.distlock.benchmark.zookeeper;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;

import io.distlock.benchmark.measure.Contestant;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;

/**
 * The floor and the peers on ZooKeeper, over one client each.
 */
final class ZooKeeperPeers implements AutoCloseable {

	private static final int ANY_VERSION = -1;

	private static final byte[] DATA = new byte[40];

	private final CuratorFramework client;

	private final CuratorFramework integrationClient;

	private final ZookeeperLockRegistry integration;

	private final Map<String, InterProcessMutex> mutexes = new ConcurrentHashMap<>();

	ZooKeeperPeers(String servers) {
		this.client = client(servers);
		this.integrationClient = client(servers);
		this.integration = new ZookeeperLockRegistry(this.integrationClient, "/integration");
	}

	private static CuratorFramework client(String servers) {
		CuratorFramework client = CuratorFrameworkFactory.newClient(servers, 20_000, 15_000, new RetryForever(500));
		client.start();
		return client;
	}

	Contestant floor() throws Exception {
		ZooKeeper zooKeeper = this.client.getZookeeperClient().getZooKeeper();
		if (zooKeeper.exists("/floor", false) == null) {
			zooKeeper.create("/floor", DATA, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
		}
		return Contestant.of("floor: create, delete", (key) -> {
			String path = zooKeeper.create("/floor/" + key + "-", DATA, ZooDefs.Ids.OPEN_ACL_UNSAFE,
					CreateMode.EPHEMERAL_SEQUENTIAL);
			zooKeeper.delete(path, ANY_VERSION);
		});
	}

	List<Contestant> all() {
		return List.of(Contestant.of("Curator InterProcessMutex", this::curator),
				Contestant.of("Spring Integration", this::integration));
	}

	private void curator(String key) throws Exception {
		InterProcessMutex mutex = this.mutexes.computeIfAbsent(key,
				(name) -> new InterProcessMutex(this.client, "/curator/" + name));
		mutex.acquire();
		mutex.release();
	}

	private void integration(String key) {
		Lock lock = this.integration.obtain(key);
		lock.lock();
		lock.unlock();
	}

	@Override
	public void close() {
		this.integration.destroy();
		this.integrationClient.close();
		this.client.close();
	}

}
