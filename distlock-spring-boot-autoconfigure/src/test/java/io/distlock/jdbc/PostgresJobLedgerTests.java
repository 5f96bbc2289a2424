package io.distlock.jdbc;

import io.distlock.testserver.PostgresServer;

/**
 * Cluster jobs on PostgreSQL.
 */
class PostgresJobLedgerTests extends AbstractJdbcJobLedgerTests {

	private static final PostgresServer SERVER = PostgresServer.shared();

	private static final JdbcStore STORE = new JdbcStore(SERVER.dataSource(SERVER.newDatabase()));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

}
