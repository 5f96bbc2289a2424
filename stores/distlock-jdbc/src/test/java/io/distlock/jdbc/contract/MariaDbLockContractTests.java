// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.testserver.jdbc.MariaDbServer;
import org.junit.jupiter.api.Tag;

/**
 * The contracts on MariaDB.
 */
@Tag("proof")
class MariaDbLockContractTests extends AbstractJdbcLockContractTests {

	private static final String URL = MariaDbServer.shared().newDatabase();

	private static final JdbcStore STORE = new JdbcStore(MariaDbServer.shared().dataSource(URL));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

}
