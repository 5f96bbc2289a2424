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

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import javax.sql.DataSource;

import io.distlock.benchmark.measure.JobStoreServer;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.PostgresServer;

import org.springframework.jdbc.datasource.DelegatingDataSource;

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
	 * out. A pool asks of a connection that was idle for half a second whether it lives,
	 * which is a transaction as well, and is told apart.
	 */
	public static JobStoreServer postgresql() {
		return new JobStoreServer("PostgreSQL", Running::new);
	}

	private static final class Running implements JobStoreServer.Running {

		private final PostgresServer server = new PostgresServer();

		private final LongAdder checks = new LongAdder();

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
			return new JdbcLockProvider(new Checked(this.database.dataSource(), this.checks),
					JdbcLockSettings.defaults());
		}

		@Override
		public Map<String, Long> counts() throws SQLException {
			long transactions = SqlCounters.number(this.elsewhere, this.statement);
			return Map.of("transactions", transactions, "transactions, but for checks of idle connections",
					transactions - this.checks.sum());
		}

		@Override
		public void close() throws SQLException {
			this.elsewhere.close();
			this.server.close();
		}

	}

	/**
	 * Counts how often a connection is asked whether it lives.
	 */
	private static final class Checked extends DelegatingDataSource {

		private final LongAdder checks;

		Checked(DataSource database, LongAdder checks) {
			super(database);
			this.checks = checks;
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			InvocationHandler handler = (proxy, method, arguments) -> {
				if (method.getName().equals("isValid")) {
					this.checks.increment();
				}
				try {
					return method.invoke(connection, arguments);
				}
				catch (InvocationTargetException ex) {
					throw ex.getCause();
				}
			};
			return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
					handler);
		}

	}

}
