/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.testserver;

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
