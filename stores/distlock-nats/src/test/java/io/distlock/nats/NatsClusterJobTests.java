// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.testserver.NatsServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of the cluster in NATS.
 */
@Tag("proof")
class NatsClusterJobTests extends ClusterJobContract {

	private static NatsStore store;

	@BeforeAll
	static void connect() {
		store = new NatsStore(NatsServer.shared().url());
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
