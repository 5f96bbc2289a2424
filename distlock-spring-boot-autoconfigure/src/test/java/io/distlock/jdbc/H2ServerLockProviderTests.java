package io.distlock.jdbc;

import javax.sql.DataSource;

import io.distlock.testserver.H2Server;

/**
 * {@link JdbcLockProvider} on H2 over TCP.
 */
class H2ServerLockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		H2Server server = H2Server.shared();
		return server.dataSource(server.newDatabase());
	}

}
