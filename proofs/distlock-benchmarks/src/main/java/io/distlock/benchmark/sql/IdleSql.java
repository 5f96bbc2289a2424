// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.measure.IdleStore;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;

/**
 * Database servers that count connections. The tables are there already, as they are in
 * an application that has run before.
 */
public final class IdleSql {

	private static final String ROWS = "select (select count(*) from DISTLOCK_LOCK)"
			+ " + (select count(*) from DISTLOCK_HOLDER) + (select count(*) from DISTLOCK_JOB)"
			+ " + (select count(*) from DISTLOCK_JOB_RUN)";

	private IdleSql() {
	}

	/**
	 * Describe PostgreSQL.
	 */
	public static IdleStore postgresql() {
		return store("PostgreSQL", PostgresServer::new,
				"select count(*) - 1 from pg_stat_activity where backend_type = 'client backend'");
	}

	/**
	 * Describe MariaDB.
	 */
	public static IdleStore mariadb() {
		return store("MariaDB", MariaDbServer::new, "select count(*) - 1 from information_schema.processlist");
	}

	private static IdleStore store(String name, Supplier<DatabaseServer> servers, String connections) {
		return new IdleStore(name, true, () -> {
			DatabaseServer server = servers.get();
			server.start();
			BenchDatabase database = new BenchDatabase(server.newDatabase(), server.user());
			DistlockNode.start(name, properties(database, "always").toArray(String[]::new)).close();
			return IdleStore.Running.of(properties(database, "never"), () -> number(database, connections),
					() -> number(database, ROWS), server);
		});
	}

	private static long number(BenchDatabase database, String sql) throws SQLException {
		try (Connection connection = database.dataSource().getConnection()) {
			return SqlCounters.number(connection, sql);
		}
	}

	private static List<String> properties(BenchDatabase database, String initialize) {
		return List.of("distlock.provider=jdbc", "distlock.jdbc.initialize-schema=" + initialize,
				"spring.datasource.url=" + database.url(), "spring.datasource.username=" + database.user());
	}

}
