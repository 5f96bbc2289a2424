// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import java.util.List;

import io.distlock.contract.process.NodeConnection;
import io.distlock.contract.process.NodeProcessContract;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.junit.jupiter.api.Tag;

/**
 * Nodes in JVMs of their own on Redis.
 */
@Tag("proof")
class RedisNodeProcessTests extends NodeProcessContract {

	private final RedisServer server = new RedisServer();

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
		return new NodeConnection(List.of(String.valueOf(relay.port())), relay::refuse, relay::heal, relay::close);
	}

	@Override
	protected Class<?> program() {
		return RedisNodeProcess.class;
	}

}
