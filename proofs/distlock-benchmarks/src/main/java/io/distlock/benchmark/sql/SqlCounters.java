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
