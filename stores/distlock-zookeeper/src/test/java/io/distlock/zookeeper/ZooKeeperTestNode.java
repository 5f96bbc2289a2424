// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockKey;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.ZooKeeper;

/**
 * One node of a cluster with a client of its own, which never gives up by itself.
 */
final class ZooKeeperTestNode implements AutoCloseable {

	static final String PREFIX = "faults";

	final List<LockLostEvent> losses = new CopyOnWriteArrayList<>();

	final CuratorFramework client;

	final ZooKeeperLockProvider provider;

	final LeaseLockEngine engine;

	final LockTemplate template;

	ZooKeeperTestNode(String connectString, Duration session) {
		this(client(connectString, session));
	}

	ZooKeeperTestNode(CuratorFramework client) {
		this(client, Duration.ofMillis(100));
	}

	ZooKeeperTestNode(CuratorFramework client, Duration maxHandOff) {
		this.client = client;
		this.provider = new ZooKeeperLockProvider(client, ZooKeeperLockSettings.defaults());
		LeaseSettings settings = LeaseSettings.of(PREFIX, "test-node")
			.withWaitTime(Duration.ofSeconds(30))
			.withHandOff(32, maxHandOff);
		this.engine = new LeaseLockEngine(this.provider, settings, this.losses::add);
		this.template = new LockTemplate(this.engine);
	}

	static CuratorFramework client(String connectString, Duration session) {
		return CuratorFrameworkFactory.newClient(connectString, (int) session.toMillis(), 15_000,
				new RetryForever(500));
	}

	static LockKey key(String name) {
		return new LockKey(PREFIX, name);
	}

	ZooKeeper zooKeeper() throws Exception {
		return this.client.getZookeeperClient().getZooKeeper();
	}

	@Override
	public void close() {
		LockContext.all().forEach(HeldLock::close);
		this.engine.close();
		this.provider.close();
		this.client.close();
	}

}
