package io.distlock.jdbc;

import io.distlock.testserver.PostgresServer;

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

	@Override
	String[] connection() {
		return new String[] { URL, PostgresServer.shared().user() };
	}

}
