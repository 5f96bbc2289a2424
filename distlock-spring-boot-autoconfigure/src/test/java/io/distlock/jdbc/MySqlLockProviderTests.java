package io.distlock.jdbc;

import javax.sql.DataSource;

import io.distlock.testserver.MySqlServer;

/**
 * {@link JdbcLockProvider} on MySQL.
 */
class MySqlLockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		MySqlServer server = MySqlServer.shared();
		return server.dataSource(server.newDatabase());
	}

}
