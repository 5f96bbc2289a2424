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

package io.distlock.jdbc;

import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.PostgresServer;
import org.junit.jupiter.api.Nested;

/**
 * The contracts on PostgreSQL.
 */
class PostgresLockContractTests extends AbstractJdbcLockContractTests {

	private static final String URL = PostgresServer.shared().newDatabase();

	private static final JdbcStore STORE = new JdbcStore(PostgresServer.shared().dataSource(URL));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

	/**
	 * Processes meet in the rows of a database, whichever it is.
	 */
	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return STORE;
		}

		@Override
		protected Class<?> holder() {
			return JdbcHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { URL, PostgresServer.shared().user() };
		}

	}

}
