// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.io.IOException;

import io.distlock.autoconfigure.store.ConnectionDetailsContract;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Connection details for ZooKeeper.
 */
class ZooKeeperConnectionDetailsTests extends ConnectionDetailsContract<ZooKeeperConnectionDetails> {

	private TestingServer server;

	ZooKeeperConnectionDetailsTests() {
		super(ZooKeeperLockAutoConfiguration.class, ZooKeeperConnectionDetails.class,
				"distlock.zookeeper.connect-string=localhost:1", "distlock.zookeeper.auth=wrong");
	}

	@Override
	protected ZooKeeperConnectionDetails details() {
		return this.server::getConnectString;
	}

	@BeforeEach
	void startServer() throws Exception {
		this.server = new TestingServer();
	}

	@AfterEach
	void stopServer() throws IOException {
		this.server.close();
	}

}
