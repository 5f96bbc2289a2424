// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;

/**
 * An H2 database in memory that the nodes reach over TCP on the loopback address. It
 * lives and ends with this process. Its password is made up at start, and the server
 * creates no databases for clients, so no other user of this machine gets in.
 */
final class SharedDatabase implements AutoCloseable {

	private static final String USER = "sa";

	private static final String NAME = "mem:shop";

	private final Server server;

	private final Connection anchor;

	private final String password;

	private SharedDatabase(Server server, Connection anchor, String password) {
		this.server = server;
		this.anchor = anchor;
		this.password = password;
	}

	static SharedDatabase start() throws SQLException {
		System.setProperty("h2.bindAddress", "127.0.0.1");
		String password = UUID.randomUUID().toString();
		Connection anchor = DriverManager.getConnection("jdbc:h2:" + NAME + ";DB_CLOSE_ON_EXIT=FALSE", USER, password);
		Server server = Server.createTcpServer("-tcpPort", "0").start();
		return new SharedDatabase(server, anchor, password);
	}

	Map<String, String> properties() {
		return Map.of("spring.datasource.url", "jdbc:h2:tcp://127.0.0.1:" + this.server.getPort() + "/" + NAME,
				"spring.datasource.username", USER, "spring.datasource.password", this.password);
	}

	/**
	 * Return a way in for this process.
	 */
	DataSource dataSource() {
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setUrl("jdbc:h2:" + NAME);
		dataSource.setUser(USER);
		dataSource.setPassword(this.password);
		return dataSource;
	}

	@Override
	public void close() throws SQLException {
		this.server.stop();
		this.anchor.close();
	}

}
