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

package io.distlock.zookeeper;

import java.util.List;

import io.distlock.contract.process.NodeConnection;
import io.distlock.contract.process.NodeProcessContract;
import io.distlock.testserver.FaultyRelay;
import io.distlock.testserver.ZooKeeperServer;
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
