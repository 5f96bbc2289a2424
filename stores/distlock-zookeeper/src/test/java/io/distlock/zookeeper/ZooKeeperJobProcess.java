// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

import io.distlock.contract.job.JobProcess;

/**
 * A node of {@link ZooKeeperJobProcessTests}.
 */
public final class ZooKeeperJobProcess {

	private ZooKeeperJobProcess() {
	}

	public static void main(String[] args) throws Exception {
		try (ZooKeeperStore store = new ZooKeeperStore(args[0], Duration.ofSeconds(4))) {
			JobProcess.run(store, args[1]);
		}
	}

}
