// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.util.Objects;

import io.distlock.testserver.jdbc.MySqlServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The contracts on MySQL, where it can run.
 */
@Tag("proof")
class MySqlLockContractTests extends AbstractJdbcLockContractTests {

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
