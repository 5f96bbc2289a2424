// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.provider.Attempt;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.Permits;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.MySqlServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One statement takes a permit back on MariaDB and MySQL, unless another owner has taken
 * the last one while it waited for the row of the key: then others may wait for it, and
 * the key is to be opened.
 */
@Tag("safety")
@Tag("databases")
class OpenPermitsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private static final LockKey PERMITS = new LockKey("app", "a", LockMode.PERMIT);

	private static final String KEY = LockSql.key(PERMITS);

	@Test
	void permitIsReturnedOnMariaDb() throws Exception {
		check(MariaDbServer.shared());
	}

	@Test
	void permitIsReturnedOnMySql() throws Exception {
		String reason = MySqlServer.unavailable();
		Assumptions.assumeTrue(reason.isEmpty(), reason);
		check(MySqlServer.shared());
	}

	private static void check(DatabaseServer server) throws Exception {
		DataSource dataSource = server.dataSource(server.newDatabase());
		JdbcTemplate jdbc = new JdbcTemplate(dataSource);
		new JdbcLockSchema(dataSource, "DISTLOCK_").create();
		try (JdbcLockProvider provider = new JdbcLockProvider(dataSource, JdbcLockSettings.defaults().withPoolSize(2));
				Connection closing = dataSource.getConnection();
				Connection returning = dataSource.getConnection()) {
			assertThat(provider.contend(
					LockClaim.of(PERMITS, Duration.ofMinutes(10), 1, "node 1").withPermits(new Permits(2, 1)), () -> {
					})
				.attempt(new LockOwner("one"))).isInstanceOf(Attempt.Granted.class);
			String sql = Dialects.of(returning).removeFromOpen("DISTLOCK_LOCK", "DISTLOCK_HOLDER", LockSql.TOGETHER);
			assertThat(Sql.update(returning, sql, KEY, "other")).isZero();
			returning.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
			long session = Sql.number(returning, "select connection_id()").getAsLong();
			closing.setAutoCommit(false);
			Sql.update(closing, "update DISTLOCK_LOCK set expires_at = ? where lock_key = ?", Long.MAX_VALUE, KEY);
			CompletableFuture<Integer> returned = CompletableFuture.supplyAsync(() -> {
				try {
					return Sql.update(returning, sql, KEY, "one");
				}
				catch (SQLException ex) {
					throw new IllegalStateException(ex);
				}
			});
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> returned.isDone() || jdbc.queryForObject(
						"select count(*) from information_schema.innodb_trx where trx_mysql_thread_id = ? and trx_state = 'LOCK WAIT'",
						Integer.class, session) == 1);
			assertThat(returned).as("before all permits are taken").isNotDone();
			closing.commit();
			assertThat(returned.get()).isZero();
			jdbc.update("update DISTLOCK_LOCK set expires_at = 0");
			assertThat(Sql.update(returning, sql, KEY, "one")).isOne();
			assertThat(Sql.update(returning, sql, KEY, "one")).isZero();
		}
	}

}
