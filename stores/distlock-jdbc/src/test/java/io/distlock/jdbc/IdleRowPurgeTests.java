// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.table.IdleRowPurge;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.MySqlServer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The purge keeps up with many idle rows, and finds them by an index.
 */
@Tag("timing")
class IdleRowPurgeTests {

	private static final Duration MONTH = Duration.ofDays(30);

	private static final String FRESH = micros(Instant.now().plus(1, ChronoUnit.DAYS));

	private static final String LONG_AGO = micros(Instant.now().minus(60, ChronoUnit.DAYS));

	@ParameterizedTest
	@CsvSource({ "H2, 10000", "POSTGRESQL, 100000", "MARIADB, 20000", "MYSQL, 20000" })
	void allIdleRowsGoInOnePurge(Database database, int idle) {
		try (HikariDataSource pool = database.open()) {
			new JdbcLockSchema(pool, "DISTLOCK_").create();
			JdbcTemplate jdbc = new JdbcTemplate(pool);
			jdbc.update(database.locks("idle", idle, LONG_AGO));
			jdbc.update(database.locks("fresh", 100, FRESH));
			JdbcLockSettings settings = JdbcLockSettings.defaults().withPoolSize(2).withPurgeAfter(MONTH);
			try (JdbcLockProvider provider = new JdbcLockProvider(pool, settings)) {
				assertThat(provider.purge()).isEqualTo(idle);
			}
			assertThat(jdbc.queryForObject("select count(*) from DISTLOCK_LOCK", Integer.class)).isEqualTo(100);
		}
	}

	/**
	 * As often as rows grow too old, but not more than once a second.
	 */
	@Test
	void purgeStartsByItselfInEachInterval() {
		try (HikariDataSource pool = Database.H2.open()) {
			new JdbcLockSchema(pool, "DISTLOCK_").create();
			JdbcTemplate jdbc = new JdbcTemplate(pool);
			JdbcLockSettings settings = JdbcLockSettings.defaults()
				.withPoolSize(2)
				.withPurgeAfter(Duration.ofMillis(50));
			try (JdbcLockProvider provider = new JdbcLockProvider(pool, settings)) {
				for (int interval = 0; interval < 3; interval++) {
					jdbc.update(Database.H2.locks("idle", 25, LONG_AGO));
					Awaitility.await().until(() -> {
						provider.release(new LockKey("app", "other"), new LockOwner("nobody"));
						return jdbc.queryForObject("select count(*) from DISTLOCK_LOCK", Integer.class) == 0;
					});
				}
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void idleRowsAreFoundByAnIndex(Database database) throws SQLException {
		try (HikariDataSource pool = database.open()) {
			new JdbcLockSchema(pool, "DISTLOCK_").create();
			JdbcTemplate jdbc = new JdbcTemplate(pool);
			jdbc.update(database.locks("fresh", 20_000, FRESH));
			jdbc.update(database.locks("idle", 20, LONG_AGO));
			Dialect dialect = dialect(pool);
			jdbc.execute(database.analyze + " DISTLOCK_LOCK");
			assertThat(plan(jdbc, IdleRowPurge.find(dialect, SchemaTable.LOCK, "DISTLOCK_LOCK", 500)))
				.containsIgnoringCase(database.index);
		}
	}

	private static Dialect dialect(DataSource pool) throws SQLException {
		try (Connection connection = pool.getConnection()) {
			return Dialects.of(connection);
		}
	}

	private static String plan(JdbcTemplate jdbc, String sql) {
		StringBuilder plan = new StringBuilder();
		for (Map<String, Object> row : jdbc.queryForList("explain " + sql, MONTH.toMillis() * 1000,
				MONTH.toMillis() * 1000)) {
			plan.append(row).append('\n');
		}
		return plan.toString();
	}

	private static String micros(Instant time) {
		return String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, time));
	}

	/**
	 * A database, how it counts, and the index that its plan names.
	 */
	enum Database {

		H2("select x as n from system_range(1, %d)", "analyze table", "INDEX_"),

		POSTGRESQL("select n from generate_series(1, %d) as numbers(n)", "analyze", "updated_at_"),

		MARIADB("select seq as n from seq_1_to_%d", "analyze table", "key=updated_at"),

		MYSQL("""
				with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < %d)
				select /*+ set_var(cte_max_recursion_depth = 1000000) */ n from numbers""", "analyze table",
				"key=updated_at");

		private final String numbers;

		private final String analyze;

		private final String index;

		Database(String numbers, String analyze, String index) {
			this.numbers = numbers;
			this.analyze = analyze;
			this.index = index;
		}

		HikariDataSource open() {
			HikariDataSource pool = new HikariDataSource();
			pool.setMaximumPoolSize(1);
			pool.setDataSource(dataSource());
			return pool;
		}

		private DataSource dataSource() {
			return switch (this) {
				case H2 ->
					new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
				case POSTGRESQL -> newDatabase(PostgresServer.shared());
				case MARIADB -> newDatabase(MariaDbServer.shared());
				case MYSQL -> mySql();
			};
		}

		private static DataSource mySql() {
			String reason = MySqlServer.unavailable();
			Assumptions.assumeTrue(reason.isEmpty(), reason);
			return newDatabase(MySqlServer.shared());
		}

		private static DataSource newDatabase(DatabaseServer server) {
			return server.dataSource(server.newDatabase());
		}

		String locks(String name, int count, String updatedAt) {
			return "insert into DISTLOCK_LOCK (lock_key, token, expires_at, updated_at) select concat('%s', n), 1, 0, %s from (%s) numbered"
				.formatted(name, updatedAt, this.numbers.formatted(count));
		}

	}

}
