// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import io.distlock.benchmark.measure.Contestant;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * The least that a lock can ask of ZooKeeper: a node is made and removed.
 */
final class ZooKeeperFloor implements Contestant {

	private static final int ANY_VERSION = -1;

	private static final byte[] DATA = new byte[40];

	private final CuratorFramework client;

	private final ZooKeeper zooKeeper;

	ZooKeeperFloor(String servers) throws Exception {
		this.client = ZooKeeperEntries.client(servers);
		this.zooKeeper = this.client.getZookeeperClient().getZooKeeper();
		this.client.blockUntilConnected();
		this.zooKeeper.create("/floor", DATA, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
	}

	@Override
	public String name() {
		return FLOOR + "create, delete";
	}

	@Override
	public void cycle(String key) throws Exception {
		String path = this.zooKeeper.create("/floor/" + key + "-", DATA, ZooDefs.Ids.OPEN_ACL_UNSAFE,
				CreateMode.EPHEMERAL_SEQUENTIAL);
		this.zooKeeper.delete(path, ANY_VERSION);
	}

	@Override
	public void close() {
		this.client.close();
	}

}
