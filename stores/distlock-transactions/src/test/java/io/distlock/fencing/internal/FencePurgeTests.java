// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.table.IdleRowPurge;
import io.distlock.testserver.jdbc.MySqlServer;
import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The purge of tokens finds idle rows by an index.
 */
@Tag("timing")
class FencePurgeTests {

	private static final Duration MONTH = Duration.ofDays(30);

	@ParameterizedTest
	@EnumSource
	void idleRowsAreFoundByAnIndex(Rows rows) throws SQLException {
		try (HikariDataSource pool = rows.open();
				FenceTable fences = new FenceTable(pool, "DISTLOCK_", MONTH, () -> true)) {
			fences.setUp();
			JdbcTemplate jdbc = new JdbcTemplate(pool);
			jdbc.update(rows.insert(20_000, Instant.now().plus(1, ChronoUnit.DAYS)));
			jdbc.execute(rows.analyze + " DISTLOCK_FENCE");
			assertThat(plan(jdbc, find(pool))).containsIgnoringCase(rows.index);
		}
	}

	private static String find(HikariDataSource pool) throws SQLException {
		try (Connection connection = pool.getConnection()) {
			return IdleRowPurge.find(Dialects.of(connection), new FenceSchema(), "DISTLOCK_FENCE", 500);
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

	/**
	 * Many rows of a database, and the index that its plan names.
	 */
	enum Rows {

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

		Rows(String numbers, String analyze, String index) {
			this.numbers = numbers;
			this.analyze = analyze;
			this.index = index;
		}

		HikariDataSource open() {
			if (this == MYSQL) {
				String reason = MySqlServer.unavailable();
				Assumptions.assumeTrue(reason.isEmpty(), reason);
			}
			return TestDatabase.valueOf(name()).open(1);
		}

		String insert(int count, Instant updatedAt) {
			return "insert into DISTLOCK_FENCE (fence_key, token, transaction_mark, updated_at) select concat('f', n), 1, 0, %d from (%s) numbered"
				.formatted(ChronoUnit.MICROS.between(Instant.EPOCH, updatedAt), this.numbers.formatted(count));
		}

	}

}
