// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

import io.distlock.benchmark.EngineNode;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.CommandCounter.Counting;
import io.distlock.benchmark.measure.HerdNode;
import io.distlock.benchmark.measure.HerdStore;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;

/**
 * Nodes on a database, each with a pool of its own.
 */
public final class SqlHerd {

	/**
	 * A process of the server for each connection.
	 */
	private static final int MOST_ON_POSTGRESQL = 100;

	/**
	 * A thread of the server for each connection.
	 */
	private static final int MOST_ON_MARIADB = 1000;

	private SqlHerd() {
	}

	/**
	 * Describe PostgreSQL, where nodes hear of releases.
	 */
	public static HerdStore postgresql() {
		return new HerdStore(StoreSuite.OURS, MOST_ON_POSTGRESQL, false, "Writing transactions",
				() -> new Running(new PostgresServer("fsync=on", "max_connections=500"), SqlCounters::postgresql));
	}

	/**
	 * Describe PostgreSQL with a count of all statements, which costs time.
	 */
	public static HerdStore countedPostgresql() {
		return new HerdStore("PostgreSQL", MOST_ON_POSTGRESQL, false, "Statements", () -> new Running(
				new PostgresServer("fsync=off", "max_connections=500", "shared_preload_libraries=pg_stat_statements"),
				SqlCounters::statements));
	}

	/**
	 * Describe MariaDB, where they ask.
	 */
	public static HerdStore mariadb() {
		return new HerdStore(StoreSuite.OURS, MOST_ON_MARIADB, true, "Statements",
				() -> new Running(new MariaDbServer("--innodb-flush-log-at-trx-commit=1", "--max-connections=2500"),
						SqlCounters::mariadb));
	}

	private static final class Running implements HerdStore.Running {

		private final LongAdder attempts = new LongAdder();

		private final DatabaseServer server;

		private final BenchDatabase database;

		private final Connection connection;

		private final Counting counting;

		Running(DatabaseServer server, Function<Connection, CommandCounter> counter) throws Exception {
			this.server = server;
			server.start();
			this.database = new BenchDatabase(server.newDatabase(), server.user());
			new JdbcLockSchema(this.database.dataSource(), JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
			this.connection = this.database.dataSource().getConnection();
			this.counting = counter.apply(this.connection).start();
		}

		@Override
		public int port() {
			return this.server.port();
		}

		@Override
		public HerdNode node(int port) {
			return new EngineNode(
					new JdbcLockProvider(this.database.at(port).dataSource(), JdbcLockSettings.defaults()),
					this.attempts);
		}

		@Override
		public double cpuMillis() {
			return this.server.cpuTime().toNanos() / 1e6;
		}

		@Override
		public long commands() throws Exception {
			return this.counting.stop();
		}

		@Override
		public long attempts() {
			return this.attempts.sum();
		}

		@Override
		public void close() throws SQLException {
			this.connection.close();
			this.server.close();
		}

	}

}
