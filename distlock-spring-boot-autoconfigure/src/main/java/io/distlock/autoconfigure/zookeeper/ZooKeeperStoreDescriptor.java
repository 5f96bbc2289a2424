// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in ZooKeeper.
 */
final class ZooKeeperStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public String title() {
		return "ZooKeeper";
	}

	@Override
	public String dependencies() {
		return "org.apache.curator:curator-framework";
	}

	@Override
	public String configuration() {
		return "set distlock.zookeeper.connect-string or define a bean of type org.apache.curator.framework.CuratorFramework";
	}

}
