package io.distlock.jdbc;

import java.util.Objects;

import io.distlock.testserver.MySqlServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;

/**
 * The contracts on MySQL, where it can run.
 */
class MySqlLockContractTests extends AbstractJdbcLockContractTests {

	private static @Nullable String url;

	private static @Nullable JdbcStore store;

	@BeforeAll
	static void startServer() {
		url = MySqlServer.shared().newDatabase();
		store = new JdbcStore(MySqlServer.shared().dataSource(url));
	}

	@Override
	protected JdbcStore store() {
		return Objects.requireNonNull(store);
	}

	@Override
	String[] connection() {
		return new String[] { Objects.requireNonNull(url), MySqlServer.shared().user() };
	}

}
