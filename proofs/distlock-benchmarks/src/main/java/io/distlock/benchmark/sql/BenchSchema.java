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

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.SQLException;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * The tables of the peers in a database, as their documentation has them.
 *
 * @param suite the suite that uses them
 * @param title what the report calls the database
 * @param timestamp the type of ShedLock's times
 * @param integrationScript the script of Spring Integration
 */
record BenchSchema(String suite, String title, String timestamp, String integrationScript) {

	static final BenchSchema H2 = new BenchSchema("h2", "H2 in memory", "timestamp(3)", "schema-h2.sql");

	/**
	 * With milliseconds only, an unlock could be rounded into the future.
	 */
	static final BenchSchema POSTGRESQL = new BenchSchema("postgresql", "PostgreSQL", "timestamp",
			"schema-postgresql.sql");

	static final BenchSchema MARIADB = new BenchSchema("mariadb", "MariaDB", "timestamp(3)", "schema-mysql.sql");

	void create(BenchDatabase database) throws SQLException {
		try (HikariDataSource pool = database.pool(); Connection connection = pool.getConnection()) {
			new JdbcTemplate(pool).execute(
					"create table shedlock (name varchar(64) primary key, lock_until %1$s not null, locked_at %1$s not null, locked_by varchar(255) not null)"
						.formatted(this.timestamp));
			ScriptUtils.executeSqlScript(connection,
					new ClassPathResource("org/springframework/integration/jdbc/" + this.integrationScript));
		}
	}

}
