// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own. Its session ends about when its lease would, since a
 * dead JVM cannot end its leases itself.
 */
public final class ZooKeeperHolder {

	private ZooKeeperHolder() {
	}

	public static void main(String[] args) throws Exception {
		try (ZooKeeperStore store = new ZooKeeperStore(args[0], Duration.ofSeconds(4))) {
			HolderProcess.run(store, args[1]);
		}
	}

}
