package io.distlock.jdbc;

import javax.sql.DataSource;

import io.distlock.testserver.PostgresServer;

/**
 * {@link JdbcLockProvider} on PostgreSQL.
 */
class PostgresLockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		PostgresServer server = PostgresServer.shared();
		return server.dataSource(server.newDatabase());
	}

}
