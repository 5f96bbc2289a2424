// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.distlock.benchmark.measure.CommandCounter;

/**
 * Counts what a database server does, by its own numbers.
 */
final class SqlCounters {

	private SqlCounters() {
	}

	/**
	 * Each transaction that writes takes a number, at once. The statistics of PostgreSQL
	 * come up to ten seconds late.
	 */
	static CommandCounter postgresql(Connection connection) {
		return CommandCounter.of("Writing transactions",
				() -> number(connection, "select pg_snapshot_xmax(pg_current_snapshot())::text::bigint"));
	}

	/**
	 * Statements of clients, as an extension of PostgreSQL counts them. Those that begin
	 * and end transactions count, too.
	 */
	static CommandCounter statements(Connection connection) {
		try (Statement statement = connection.createStatement()) {
			statement.execute("create extension if not exists pg_stat_statements");
		}
		catch (SQLException ex) {
			throw new IllegalStateException("PostgreSQL does not count its statements", ex);
		}
		return CommandCounter.of("Statements",
				() -> number(connection, "select coalesce(sum(calls), 0)::bigint from pg_stat_statements"));
	}

	/**
	 * Statements of clients, with those that begin and end transactions.
	 */
	static CommandCounter mariadb(Connection connection) {
		return CommandCounter.of("Statements", () -> number(connection,
				"select variable_value from information_schema.global_status where variable_name = 'QUESTIONS'"));
	}

	static long number(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getLong(1);
		}
	}

}
