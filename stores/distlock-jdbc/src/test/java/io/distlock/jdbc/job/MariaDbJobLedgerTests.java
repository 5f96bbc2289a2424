// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.jdbc.contract.JdbcStore;
import io.distlock.testserver.jdbc.MariaDbServer;
import org.junit.jupiter.api.Tag;

/**
 * Cluster jobs on MariaDB.
 */
@Tag("proof")
class MariaDbJobLedgerTests extends AbstractJdbcJobLedgerTests {

	private static final MariaDbServer SERVER = MariaDbServer.shared();

	private static final JdbcStore STORE = new JdbcStore(SERVER.dataSource(SERVER.newDatabase()));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

}
