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

import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * The contracts on a cluster of three masters, over one client.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractRedisClusterContractTests extends AbstractRedisTopologyContractTests {

	private final TopologyClients clients;

	private RedisClusterStore store;

	AbstractRedisClusterContractTests(TopologyClients clients) {
		this.clients = clients;
	}

	@BeforeAll
	void connect() {
		this.store = new RedisClusterStore(this.clients, addresses());
	}

	@AfterAll
	void disconnect() {
		this.store.close();
	}

	@Override
	StoreUnderTest servers() {
		return this.store;
	}

	@Override
	Class<?> holderClass() {
		return RedisClusterHolder.class;
	}

	@Override
	String[] connection() {
		return new String[] { this.clients.name(), String.join(",", addresses()) };
	}

	private static List<String> addresses() {
		return TopologyClients.addresses(RedisCluster.shared().nodes());
	}

}
