// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobProcessContract;
import io.distlock.testserver.zookeeper.ZooKeeperServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on ZooKeeper.
 */
@Tag("proof")
class ZooKeeperJobProcessTests extends JobProcessContract {

	private final ZooKeeperServer server = new ZooKeeperServer();

	private @Nullable ZooKeeperStore store;

	@Override
	protected void startStore() {
		this.server.start();
	}

	@Override
	protected void stopStore() {
		if (this.store != null) {
			this.store.close();
		}
		this.server.close();
	}

	@Override
	protected StoreUnderTest store() {
		this.store = new ZooKeeperStore("127.0.0.1:" + this.server.port(), Duration.ofSeconds(20));
		return this.store;
	}

	@Override
	protected void freeze() {
		this.server.freeze();
	}

	@Override
	protected void thaw() {
		this.server.thaw();
	}

}
