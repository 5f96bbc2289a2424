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

package io.distlock.redis;

import java.util.List;

import io.distlock.contract.process.NodeConnection;
import io.distlock.contract.process.NodeProcessContract;
import io.distlock.testserver.FaultyRelay;
import io.distlock.testserver.RedisServer;
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
