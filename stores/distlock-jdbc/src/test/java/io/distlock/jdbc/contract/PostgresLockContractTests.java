// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.testserver.jdbc.PostgresServer;

/**
 * The contracts on PostgreSQL. Processes meet in the rows of a database, whichever it is.
 */
class PostgresLockContractTests extends AbstractJdbcLockContractTests {

	@Override
	protected JdbcStore newStore() {
		PostgresServer server = PostgresServer.shared();
		return new JdbcStore(server.newDatabase(), server.user());
	}

}
