// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;

/**
 * The databases that transactions are tested on, by name.
 */
public enum TestDatabase {

	H2, POSTGRESQL, MARIADB, MYSQL;

	/**
	 * Open a pool on an empty database.
	 * @param poolSize how many connections it has at most
	 * @return the pool, to be closed
	 */
	public HikariDataSource open(int poolSize) {
		HikariDataSource pool = new HikariDataSource();
		pool.setMaximumPoolSize(poolSize);
		pool.setConnectionTimeout(60_000);
		if (this == H2) {
			pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
			pool.setUsername("sa");
		}
		else {
			DatabaseServer server = server();
			pool.setJdbcUrl(server.newDatabase());
			pool.setUsername(server.user());
		}
		return pool;
	}

	private DatabaseServer server() {
		return switch (this) {
			case POSTGRESQL -> PostgresServer.shared();
			case MARIADB -> MariaDbServer.shared();
			default -> MySqlServer.shared();
		};
	}

}
