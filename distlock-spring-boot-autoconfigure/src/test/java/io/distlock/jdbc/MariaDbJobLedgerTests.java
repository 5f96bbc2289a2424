package io.distlock.jdbc;

import io.distlock.testserver.MariaDbServer;

/**
 * Cluster jobs on MariaDB.
 */
class MariaDbJobLedgerTests extends AbstractJdbcJobLedgerTests {

	private static final MariaDbServer SERVER = MariaDbServer.shared();

	private static final JdbcStore STORE = new JdbcStore(SERVER.dataSource(SERVER.newDatabase()));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

}
