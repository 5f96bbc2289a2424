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

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * The contracts on a cluster of three masters, over one client: all clients keep
 * {@link RedisTransportContract}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class RedisClusterContractTests extends AllContracts {

	private RedisClusterStore store;

	@BeforeAll
	void connect() {
		this.store = new RedisClusterStore(TopologyClients.LETTUCE,
				TopologyClients.addresses(RedisCluster.shared().nodes()));
	}

	@AfterAll
	void disconnect() {
		this.store.close();
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

}
