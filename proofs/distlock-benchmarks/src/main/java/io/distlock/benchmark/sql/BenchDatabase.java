// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A database for one run.
 *
 * @param url where it is
 * @param user who may do everything
 */
record BenchDatabase(String url, String user) {

	static BenchDatabase parse(String address) {
		String[] parts = address.split("\\|", 2);
		return new BenchDatabase(parts[1], parts[0]);
	}

	String address() {
		return this.user + "|" + this.url;
	}

	/**
	 * Return the same database where another port leads to it.
	 */
	BenchDatabase at(int port) {
		return new BenchDatabase(this.url.replaceFirst("(//127\\.0\\.0\\.1):\\d+/", "$1:" + port + "/"), this.user);
	}

	/**
	 * Return a pool of the size that an application has by default.
	 */
	HikariDataSource pool() {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(this.url);
		config.setUsername(this.user);
		return new HikariDataSource(config);
	}

	/**
	 * Return a data source that opens a connection for every use.
	 */
	DataSource dataSource() {
		return new DriverManagerDataSource(this.url, this.user, "");
	}

}
