// SPDX-License-Identifier: Apache-2.0

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
