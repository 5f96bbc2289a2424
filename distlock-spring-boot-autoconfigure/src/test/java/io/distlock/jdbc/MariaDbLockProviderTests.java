package io.distlock.jdbc;

import javax.sql.DataSource;

import io.distlock.testserver.MariaDbServer;

/**
 * {@link JdbcLockProvider} on MariaDB.
 */
class MariaDbLockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		MariaDbServer server = MariaDbServer.shared();
		return server.dataSource(server.newDatabase());
	}

}
