// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import java.util.Objects;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;
import io.distlock.redis.cluster.RedisClusterStore;
import io.distlock.redis.cluster.TopologyClients;
import io.distlock.testserver.redis.RedisCluster;
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
