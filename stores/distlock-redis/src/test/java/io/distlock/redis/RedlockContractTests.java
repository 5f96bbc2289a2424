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

import java.util.stream.Collectors;

import io.distlock.contract.AllContracts;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisMasters;
import io.distlock.testserver.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The contracts on five independent masters.
 */
@Tag("proof")
class RedlockContractTests extends AllContracts {

	private static RedisMasters masters;

	@BeforeAll
	static void start() {
		masters = new RedisMasters().start();
	}

	@AfterAll
	static void stop() {
		masters.close();
	}

	@Override
	protected StoreUnderTest store() {
		return RedlockStore.of(masters.all(), RedlockStore.PATIENT);
	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return RedlockContractTests.this.store();
		}

		@Override
		protected Class<?> holder() {
			return RedlockHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { masters.all()
				.stream()
				.map(RedisServer::port)
				.map(String::valueOf)
				.collect(Collectors.joining(",")) };
		}

	}

}
