// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import javax.sql.DataSource;

import io.distlock.testserver.jdbc.MySqlServer;
import org.junit.jupiter.api.Tag;

/**
 * {@link JdbcLockProvider} on MySQL.
 */
@Tag("proof")
class MySqlLockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		MySqlServer server = MySqlServer.shared();
		return server.dataSource(server.newDatabase());
	}

}
