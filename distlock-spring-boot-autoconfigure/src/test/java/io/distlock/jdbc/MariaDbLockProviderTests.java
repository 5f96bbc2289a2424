package io.distlock.jdbc;

import java.time.Duration;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.testserver.MariaDbServer;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link JdbcLockProvider} on MariaDB.
 */
class MariaDbLockProviderTests extends AbstractJdbcLockProviderTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	@Override
	DataSource newDatabase() {
		MariaDbServer server = MariaDbServer.shared();
		return server.dataSource(server.newDatabase());
	}

	@Test
	void serverCountsTwoStatementsForOneCycle() {
		this.provider = provider(this.dataSource, settings(1));
		release(acquire("a", LEASE, 33));
		try (HikariDataSource counting = new HikariDataSource()) {
			counting.setDataSource(this.dataSource);
			JdbcTemplate status = new JdbcTemplate(counting);
			questions(status);
			long before = questions(status);
			for (int i = 0; i < 10; i++) {
				release(acquire("a", LEASE, 33));
			}
			assertThat(questions(status) - before)
				.as("two for each of ten cycles, one to ask, and what connections do by themselves")
				.isBetween(20 + 1L, 20 + 5L);
		}
	}

	@Test
	void tableThatIgnoresCaseIsRefused() {
		this.jdbc
			.execute("alter table DISTLOCK_LOCK modify lock_key varchar(200) collate utf8mb4_uca1400_ai_ci not null");
		assertThatExceptionOfType(DatabaseNotSupportedException.class)
			.isThrownBy(() -> new JdbcLockSchema(this.dataSource, "DISTLOCK_").verify())
			.withMessageContaining("lock_key");
	}

	private long questions(JdbcTemplate status) {
		return status.queryForObject("""
				select variable_value from information_schema.global_status
				where variable_name = 'questions'""", Long.class);
	}

}
