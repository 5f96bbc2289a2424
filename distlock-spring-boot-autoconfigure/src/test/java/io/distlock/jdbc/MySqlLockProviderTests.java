package io.distlock.jdbc;

import javax.sql.DataSource;

import io.distlock.testserver.MySqlServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/**
 * {@link JdbcLockProvider} on MySQL.
 */
class MySqlLockProviderTests extends AbstractJdbcLockProviderTests {

	@BeforeAll
	static void runsHere() {
		String reason = MySqlServer.unavailable();
		Assumptions.assumeTrue(reason.isEmpty(), reason);
	}

	@Override
	DataSource newDatabase() {
		MySqlServer server = MySqlServer.shared();
		return server.dataSource(server.newDatabase());
	}

}
