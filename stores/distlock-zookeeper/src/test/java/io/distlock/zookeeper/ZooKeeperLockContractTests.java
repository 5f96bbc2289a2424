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

import java.time.Duration;

import io.distlock.contract.AllContracts;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.ZooKeeperServers;
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
