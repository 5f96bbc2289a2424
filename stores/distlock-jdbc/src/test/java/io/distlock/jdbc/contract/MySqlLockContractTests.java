// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.testserver.jdbc.MySqlServer;
import org.junit.jupiter.api.Tag;

/**
 * The contracts on MySQL, where it can run.
 */
@Tag("proof")
class MySqlLockContractTests extends AbstractJdbcLockContractTests {

	@Override
	protected JdbcStore newStore() {
		MySqlServer server = MySqlServer.shared();
		return new JdbcStore(server.dataSource(server.newDatabase()));
	}

}
