package io.distlock.fencing;

import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.testserver.DatabaseServer;
import io.distlock.testserver.MariaDbServer;
import io.distlock.testserver.MySqlServer;
import io.distlock.testserver.PostgresServer;

/**
 * The databases that the guard is tested on.
 */
enum GuardedDatabase {

	H2, POSTGRESQL, MARIADB, MYSQL;

	/**
	 * Open a pool on an empty database.
	 */
	HikariDataSource open(int poolSize) {
		HikariDataSource pool = new HikariDataSource();
		pool.setMaximumPoolSize(poolSize);
		pool.setConnectionTimeout(3000);
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
