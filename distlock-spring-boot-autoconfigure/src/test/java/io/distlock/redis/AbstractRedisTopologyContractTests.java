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
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a lock, on several servers.
 */
abstract class AbstractRedisTopologyContractTests extends AllContracts {

	abstract StoreUnderTest servers();

	@Override
	protected StoreUnderTest store() {
		return servers();
	}

	/**
	 * The main class of another node.
	 */
	abstract Class<?> holderClass();

	/**
	 * What it needs to reach the servers.
	 */
	abstract String[] connection();

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

		@Override
		protected Class<?> holder() {
			return holderClass();
		}

		@Override
		protected String[] connection() {
			return AbstractRedisTopologyContractTests.this.connection();
		}

	}

}
