package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.SQLException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * A database for one run.
 *
 * @param url where it is
 * @param user who may do everything
 */
record BenchDatabase(String url, String user) {

	/**
	 * How many connections everybody has, since that is how many threads lock at once.
	 */
	static final int CONNECTIONS = 8;

	static BenchDatabase parse(String address) {
		String[] parts = address.split("\\|", 2);
		return new BenchDatabase(parts[1], parts[0]);
	}

	String address() {
		return this.user + "|" + this.url;
	}

	HikariDataSource pool() {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(this.url);
		config.setUsername(this.user);
		config.setMaximumPoolSize(CONNECTIONS);
		return new HikariDataSource(config);
	}

	/**
	 * Create the tables of the peers.
	 * @param integrationScript the script of Spring Integration for this database
	 */
	void createTables(String integrationScript) throws SQLException {
		try (HikariDataSource pool = pool(); Connection connection = pool.getConnection()) {
			new JdbcTemplate(pool)
				.execute("create table shedlock (name varchar(64) primary key, lock_until timestamp(3) not null, "
						+ "locked_at timestamp(3) not null, locked_by varchar(255) not null)");
			ScriptUtils.executeSqlScript(connection,
					new ClassPathResource("org/springframework/integration/jdbc/" + integrationScript));
		}
	}

}
