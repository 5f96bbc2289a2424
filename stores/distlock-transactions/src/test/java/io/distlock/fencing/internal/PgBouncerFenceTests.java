// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.provider.LockKey;
import io.distlock.testserver.jdbc.PgBouncer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of fencing tokens behind PgBouncer in transaction mode, which gives the
 * session of the server to another client after each transaction.
 */
@Tag("timing")
@Tag("proof")
class PgBouncerFenceTests {

	private static final String SESSION = """
			select name || '=' || setting from pg_settings where source = 'session'
			union all select 'transaction_isolation=' || current_setting('transaction_isolation')
			union all select 'prepared ' || statement from pg_prepared_statements""";

	private static final PostgresServer SERVER = PostgresServer.shared();

	@Test
	void checksOfTokensLeaveTheSessionsAsTheyWere() throws SQLException {
		Optional<Path> program = PgBouncer.installed();
		Assumptions.assumeTrue(program.isPresent(), "No PgBouncer is installed; on Debian: apt-get install pgbouncer");
		try (PgBouncer proxy = PgBouncer.start(program.orElseThrow(), SERVER)) {
			String direct = SERVER.newDatabase();
			new JdbcTemplate(SERVER.dataSource(direct))
				.execute("alter database %s set default_transaction_isolation = 'serializable'"
					.formatted(direct.substring(direct.lastIndexOf('/') + 1)));
			String url = proxy.url(direct);
			TreeSet<String> before = sessions(url);
			useTable(url);
			assertThat(sessions(url)).isEqualTo(before).contains("transaction_isolation=serializable");
		}
	}

	private static void useTable(String url) {
		try (HikariDataSource pool = pool(url);
				FenceTable table = new FenceTable(pool, "DISTLOCK_", Duration.ofDays(1), () -> true)) {
			table.setUp();
			LockKey key = new LockKey("app", "a");
			table.prepare(new TreeMap<>(Map.of(key, 1L)));
			table.advance(key, 7);
			assertThat(table.stored(key)).hasValue(7);
		}
	}

	/**
	 * Return the state of all sessions that the proxy has with the server, by one
	 * transaction in each.
	 */
	private static TreeSet<String> sessions(String url) throws SQLException {
		DataSource clients = new DriverManagerDataSource(url + "?prepareThreshold=0", SERVER.user(), "");
		try (Connection one = clients.getConnection(); Connection two = clients.getConnection()) {
			TreeSet<String> found = new TreeSet<>();
			for (Connection client : List.of(one, two)) {
				client.setAutoCommit(false);
				JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(client, true));
				found.addAll(jdbc.queryForList(SESSION, String.class));
			}
			return found;
		}
	}

	private static HikariDataSource pool(String url) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		pool.setUsername(SERVER.user());
		pool.setMaximumPoolSize(1);
		return pool;
	}

}
