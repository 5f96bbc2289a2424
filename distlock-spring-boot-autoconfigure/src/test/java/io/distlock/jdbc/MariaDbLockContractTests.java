package io.distlock.jdbc;

import io.distlock.testserver.MariaDbServer;

/**
 * The contracts on MariaDB.
 */
class MariaDbLockContractTests extends AbstractJdbcLockContractTests {

	private static final String URL = MariaDbServer.shared().newDatabase();

	private static final JdbcStore STORE = new JdbcStore(MariaDbServer.shared().dataSource(URL));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

	@Override
	String[] connection() {
		return new String[] { URL, MariaDbServer.shared().user() };
	}

}
