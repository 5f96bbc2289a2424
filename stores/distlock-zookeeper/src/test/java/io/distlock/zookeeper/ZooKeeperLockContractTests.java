// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, on one server. The contracts hold locks for up to 20 s without
 * a renewal, so the sessions are long.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZooKeeperLockContractTests extends AllContracts {

	private static final Duration SESSION = Duration.ofSeconds(60);

	private ZooKeeperStore store;

	@BeforeAll
	void connect() {
		this.store = new ZooKeeperStore(ZooKeeperServers.shared().getConnectString(), SESSION);
	}

	@AfterAll
	void disconnect() {
		this.store.close();
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return ZooKeeperLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return ZooKeeperHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { ZooKeeperServers.shared().getConnectString() };
		}

	}

}
