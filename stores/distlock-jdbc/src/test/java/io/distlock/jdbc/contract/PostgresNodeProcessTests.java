// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.util.List;

import io.distlock.contract.process.NodeConnection;
import io.distlock.contract.process.NodeProcessContract;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Nodes in JVMs of their own on PostgreSQL.
 */
@EnabledIfSystemProperty(named = PostgresNodeProcessTests.SCALE, matches = "\\d+")
@Tag("proof")
class PostgresNodeProcessTests extends NodeProcessContract {

	/**
	 * It is not killed, so nothing waits for the disk.
	 */
	private final PostgresServer server = new PostgresServer("synchronous_commit=off");

	private String url = "";

	@Override
	protected void startStore() {
		this.server.start();
		this.url = this.server.newDatabase();
	}

	@Override
	protected void stopStore() {
		this.server.close();
	}

	@Override
	protected NodeConnection connect() {
		FaultyRelay relay = new FaultyRelay(this.server.port());
		String relayed = this.url.replace(":" + this.server.port(), ":" + relay.port());
		return new NodeConnection(List.of(relayed, this.server.user()), relay::refuse, relay::heal, relay::close);
	}

	@Override
	protected Class<?> program() {
		return PostgresNodeProcess.class;
	}

}
