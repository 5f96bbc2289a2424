// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import java.util.UUID;
import java.util.concurrent.Semaphore;

import io.distlock.benchmark.measure.Signal;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * One write to a node that another client watches. Each has a node of its own.
 */
final class WatchedSignal implements Signal {

	private static final int ANY_VERSION = -1;

	private static final byte[] DATA = new byte[40];

	private final Semaphore heard = new Semaphore(0);

	private final CuratorFramework client;

	private final ZooKeeper zooKeeper;

	private final String own;

	WatchedSignal(String servers) throws Exception {
		this.client = ZooKeeperEntries.client(servers);
		this.client.blockUntilConnected();
		this.zooKeeper = this.client.getZookeeperClient().getZooKeeper();
		this.client.createContainers("/signal");
		this.own = this.zooKeeper.create("/signal/" + UUID.randomUUID(), DATA, ZooDefs.Ids.OPEN_ACL_UNSAFE,
				CreateMode.EPHEMERAL);
		this.zooKeeper.addWatch("/signal", this::hear, AddWatchMode.PERSISTENT_RECURSIVE);
	}

	private void hear(WatchedEvent event) {
		if (event.getType() == EventType.NodeDataChanged && !this.own.equals(event.getPath())) {
			this.heard.release();
		}
	}

	@Override
	public void send() throws Exception {
		this.zooKeeper.setData(this.own, DATA, ANY_VERSION);
	}

	@Override
	public void await() throws InterruptedException {
		this.heard.acquire();
	}

	@Override
	public void close() {
		this.client.close();
	}

}
