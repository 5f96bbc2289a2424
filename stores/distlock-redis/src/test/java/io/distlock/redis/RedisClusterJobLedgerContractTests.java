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

import java.util.Objects;

import io.distlock.contract.JobLedgerContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisCluster;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cluster jobs on a cluster of three masters, over each client.
 */
@ParameterizedClass
@EnumSource
@Tag("proof")
class RedisClusterJobLedgerContractTests extends JobLedgerContract {

	private static @Nullable RedisClusterStore store;

	@Parameter
	TopologyClients client = TopologyClients.LETTUCE;

	@BeforeParameterizedClassInvocation
	static void connect(TopologyClients client) {
		store = new RedisClusterStore(client, TopologyClients.addresses(RedisCluster.shared().nodes()));
	}

	@AfterParameterizedClassInvocation
	static void disconnect() {
		Objects.requireNonNull(store).close();
	}

	@Override
	protected StoreUnderTest store() {
		return Objects.requireNonNull(store);
	}

}
