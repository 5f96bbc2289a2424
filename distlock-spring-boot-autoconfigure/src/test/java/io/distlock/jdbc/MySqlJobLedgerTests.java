package io.distlock.jdbc;

import java.util.Objects;

import io.distlock.testserver.MySqlServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;

/**
 * Cluster jobs on MySQL, where it can run.
 */
class MySqlJobLedgerTests extends AbstractJdbcJobLedgerTests {

	private static @Nullable JdbcStore store;

	@BeforeAll
	static void startServer() {
		MySqlServer server = MySqlServer.shared();
		store = new JdbcStore(server.dataSource(server.newDatabase()));
	}

	@Override
	protected JdbcStore store() {
		return Objects.requireNonNull(store);
	}

}
