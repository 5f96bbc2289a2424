// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryForever;

import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;

/**
 * distlock and the peers on ZooKeeper. The address is the connect string.
 */
final class ZooKeeperEntries {

	static final String CURATOR = "Curator InterProcessMutex";

	private ZooKeeperEntries() {
	}

	static List<Entry> all() {
		return List.of(
				new Entry("distlock", true,
						(servers) -> DistlockNode.start("distlock", "distlock.provider=zookeeper",
								"distlock.zookeeper.connect-string=" + servers)),
				new Entry(CURATOR, true, ZooKeeperEntries::curator),
				new Entry("Spring Integration", true, ZooKeeperEntries::integration));
	}

	static CuratorFramework client(String servers) {
		CuratorFramework client = CuratorFrameworkFactory.newClient(servers, 20_000, 15_000, new RetryForever(500));
		client.start();
		return client;
	}

	private static Locker curator(String servers) {
		CuratorFramework client = client(servers);
		Map<String, InterProcessMutex> mutexes = new ConcurrentHashMap<>();
		return Locker.of(CURATOR, (key) -> {
			InterProcessMutex mutex = mutexes.computeIfAbsent(key,
					(name) -> new InterProcessMutex(client, "/curator/" + name));
			mutex.acquire();
			return mutex::release;
		}, client);
	}

	private static Locker integration(String servers) {
		CuratorFramework client = client(servers);
		ZookeeperLockRegistry registry = new ZookeeperLockRegistry(client, "/integration");
		return Locker.of("Spring Integration", (key) -> {
			Lock lock = registry.obtain(key);
			lock.lock();
			return lock::unlock;
		}, () -> {
			registry.destroy();
			client.close();
		});
	}

}
