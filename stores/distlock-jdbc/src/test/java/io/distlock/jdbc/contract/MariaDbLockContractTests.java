// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.testserver.jdbc.MariaDbServer;
import org.junit.jupiter.api.Tag;

/**
 * The contracts on MariaDB.
 */
@Tag("proof")
class MariaDbLockContractTests extends AbstractJdbcLockContractTests {

	@Override
	protected JdbcStore newStore() {
		MariaDbServer server = MariaDbServer.shared();
		return new JdbcStore(server.dataSource(server.newDatabase()));
	}

}
