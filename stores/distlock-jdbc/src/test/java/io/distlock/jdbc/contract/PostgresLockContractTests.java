// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.jdbc.PostgresServer;
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
