// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.sql.SQLException;

import org.h2.tools.Server;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The contracts on H2, over TCP, so that several processes can share it.
 */
class H2LockContractTests extends AbstractJdbcLockContractTests {

	private static final String URL = "jdbc:h2:%s/mem:contract;DB_CLOSE_DELAY=-1".formatted(server().getURL());

	@Override
	protected JdbcStore newStore() {
		return new JdbcStore(new DriverManagerDataSource(URL, "sa", ""));
	}

	private static Server server() {
		try {
			return Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon").start();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
