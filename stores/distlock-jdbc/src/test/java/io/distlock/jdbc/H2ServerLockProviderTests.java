// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import javax.sql.DataSource;

import io.distlock.testserver.jdbc.H2Server;
import org.junit.jupiter.api.Tag;

/**
 * {@link JdbcLockProvider} on H2 over TCP.
 */
@Tag("proof")
class H2ServerLockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		H2Server server = H2Server.shared();
		return server.dataSource(server.newDatabase());
	}

}
