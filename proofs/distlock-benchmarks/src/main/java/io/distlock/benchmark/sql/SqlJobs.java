// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

import io.distlock.benchmark.measure.JobStoreServer;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.jdbc.PostgresServer;

/**
 * Jobs in PostgreSQL.
 */
public final class SqlJobs {

	private static final String TRANSACTIONS = "select xact_commit + xact_rollback from pg_stat_database "
			+ "where datname = current_database()";

	private SqlJobs() {
	}

	/**
	 * Describe PostgreSQL, which counts transactions; those of the one who asks are left
	 * out.
	 */
	public static JobStoreServer postgresql() {
		return new JobStoreServer("PostgreSQL", Running::new);
	}

	private static final class Running implements JobStoreServer.Running {

		private final PostgresServer server = new PostgresServer();

		private final BenchDatabase database;

		private final Connection elsewhere;

		private final String statement;

		Running() throws SQLException {
			this.server.start();
			this.database = new BenchDatabase(this.server.newDatabase(), this.server.user());
			new JdbcLockSchema(this.database.dataSource(), JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
			String name = this.database.url().replaceFirst(".*/", "").replaceFirst("\\?.*", "");
			this.elsewhere = new BenchDatabase(this.server.newDatabase(), this.server.user()).dataSource()
				.getConnection();
			this.statement = TRANSACTIONS.replace("current_database()", "'" + name + "'");
		}

		@Override
		public LockProvider newProvider() {
			return new JdbcLockProvider(this.database.dataSource(), JdbcLockSettings.defaults());
		}

		@Override
		public Map<String, Long> counts() throws SQLException {
			return Map.of("transactions", SqlCounters.number(this.elsewhere, this.statement));
		}

		@Override
		public void close() throws SQLException {
			this.elsewhere.close();
			this.server.close();
		}

	}

}
