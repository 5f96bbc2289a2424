// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.sql.Connection;
import java.sql.SQLException;

import io.distlock.internal.connection.WaitingKeys;
import io.distlock.jdbc.internal.sql.QueueSql;
import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a listening node leaves behind on its connection, which a pool gives to others.
 */
class PostgresListenerTests {

	private final PostgresServer server = PostgresServer.shared();

	@Test
	void connectionOnWhichAStatementFailedDoesNotListenAnyMore() throws SQLException {
		HandoffChecks checks = new HandoffChecks();
		try (Connection connection = this.server.dataSource(this.server.newDatabase()).getConnection()) {
			JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
			PostgresListener listener = new PostgresListener(connection, new WaitingKeys(), checks,
					new QueueSql.Pass("DISTLOCK_LOCK", "no sql", "no sql", "no sql"));
			listener.begin();
			assertThat(jdbc.queryForList("select pg_listening_channels()")).hasSize(1);
			checks.add("key", 1, System.nanoTime());
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> listener.listenWhileNeeded(() -> false));
			assertThat(jdbc.queryForList("select pg_listening_channels()")).isEmpty();
		}
	}

}
