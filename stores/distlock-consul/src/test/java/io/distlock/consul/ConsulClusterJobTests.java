// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.testserver.ConsulServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of the cluster in Consul.
 */
@Tag("proof")
class ConsulClusterJobTests extends ClusterJobContract {

	private static ConsulStore store;

	@BeforeAll
	static void connect() {
		store = new ConsulStore(ConsulServer.shared().url());
	}

	@AfterAll
	static void disconnect() {
		if (store != null) {
			store.close();
		}
	}

	@Override
	protected StoreUnderTest store() {
		return store;
	}

}
