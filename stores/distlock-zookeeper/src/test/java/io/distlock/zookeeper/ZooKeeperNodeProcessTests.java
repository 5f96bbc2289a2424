// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.util.List;

import io.distlock.contract.process.NodeConnection;
import io.distlock.contract.process.NodeProcessContract;
import io.distlock.testserver.relay.FaultyRelay;
import io.distlock.testserver.zookeeper.ZooKeeperServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Nodes in JVMs of their own on ZooKeeper.
 */
@EnabledIfSystemProperty(named = ZooKeeperNodeProcessTests.SCALE, matches = "\\d+")
@Tag("proof")
class ZooKeeperNodeProcessTests extends NodeProcessContract {

	private final ZooKeeperServer server = new ZooKeeperServer();

	@Override
	protected void startStore() {
		this.server.start();
	}

	@Override
	protected void stopStore() {
		this.server.close();
	}

	@Override
	protected NodeConnection connect() {
		FaultyRelay relay = new FaultyRelay(this.server.port());
		return new NodeConnection(List.of("127.0.0.1:" + relay.port()), relay::refuse, relay::heal, relay::close);
	}

	@Override
	protected Class<?> program() {
		return ZooKeeperNodeProcess.class;
	}

}
