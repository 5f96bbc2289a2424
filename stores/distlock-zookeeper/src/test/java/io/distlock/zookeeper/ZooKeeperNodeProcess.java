// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.List;

import io.distlock.contract.process.NodeProcess;

/**
 * A node of {@link ZooKeeperNodeProcessTests}.
 */
public final class ZooKeeperNodeProcess {

	private ZooKeeperNodeProcess() {
	}

	public static void main(String[] args) throws Exception {
		try (ZooKeeperStore store = new ZooKeeperStore(args[0], Duration.ofSeconds(2))) {
			NodeProcess.run(store, List.of(args).subList(1, args.length));
		}
	}

}
