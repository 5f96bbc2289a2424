/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
