// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.contract.Renewed;
import io.distlock.contract.Renewed.Outcome;
import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.testserver.jdbc.MariaDbServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * {@link JdbcLockProvider} on MariaDB.
 */
@Tag("timing")
@Tag("proof")
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
				.isBetween(20 + 1L, 20 + 9L);
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

	/**
	 * On Linux, names that differ in case are names of different tables.
	 */
	@Test
	void prefixInLowerCaseIsThatOfTablesInLowerCase() {
		JdbcLockSchema schema = new JdbcLockSchema(this.dataSource, "app_");
		assertThatExceptionOfType(LockTableMissingException.class).isThrownBy(schema::verify)
			.satisfies((missing) -> this.jdbc.execute(missing.getCreateStatement()));
		schema.verify();
		schema.createStatements().forEach(this.jdbc::execute);
		this.provider = provider(this.dataSource, JdbcLockSettings.defaults().withTablePrefix("app_").withPoolSize(1));
		release(acquire("a", LEASE, 1));
		assertThat(this.jdbc.queryForList("show tables", String.class))
			.contains("app_lock", "app_job", "app_job_run", "app_holder")
			.noneMatch((name) -> name.startsWith("app_") && !name.equals(name.toLowerCase(Locale.ROOT)));
		schema.dropStatements().forEach(this.jdbc::execute);
		assertThat(this.jdbc.queryForList("show tables", String.class)).noneMatch((name) -> name.startsWith("app_"));
	}

	/**
	 * MariaDB skips locked rows since 10.6.
	 */
	@Test
	void lockedRowKeepsNoOtherLeaseFromBeingRenewedWhereTheDatabaseCanOnlyWait() throws Exception {
		this.provider = provider(new OldDatabase(this.dataSource, 10, 5), settings(1));
		List<Lease> leases = List.of(acquire("a", LEASE, 1), acquire("b", LEASE, 1), acquire("c", LEASE, 1));
		try (LockedRow row = new LockedRow(this.dataSource, leases.get(1).key())) {
			Renewed renewed = Renewed.of(this.provider, leases);
			assertThat(leases).extracting(renewed::outcome)
				.containsExactly(Outcome.KEPT, Outcome.UNKNOWN, Outcome.KEPT);
		}
		assertThat(Renewed.lost(this.provider, leases)).isEmpty();
	}

	@Test
	void binaryLogOfStatementsIsNamedWithItsRemedy() {
		try (MariaDbServer server = new MariaDbServer("--log-bin=binlog", "--server-id=1",
				"--binlog-format=STATEMENT")) {
			server.start();
			DataSource database = server.dataSource(server.newDatabase());
			new JdbcLockSchema(database, "DISTLOCK_").create();
			try (JdbcLockProvider refused = new JdbcLockProvider(database, JdbcLockSettings.defaults())) {
				LockStoreException failure = catchThrowableOfType(LockStoreException.class,
						() -> refused.contend(claim("a", LEASE, 1), () -> {
						}).attempt(owner()));
				assertThat(failure.getOutcome()).isEqualTo(LockStoreException.Outcome.PERMANENT);
				assertThat(failure).hasMessageContaining("'binlog_format' to ROW or MIXED");
			}
		}
	}

	/**
	 * As where more nodes have started than the user may have connections for.
	 */
	@Test
	void attemptOfAUserWhoHasAllItsConnectionsMaySucceedLater() throws Exception {
		String user = "limited" + System.nanoTime();
		String database = this.jdbc.queryForObject("select database()", String.class);
		this.jdbc.execute("create user '%s'@'%%' identified by 'secret' with max_user_connections 1".formatted(user));
		this.jdbc.execute("grant all on `%s`.* to '%s'@'%%'".formatted(database, user));
		DataSource limited = new DriverManagerDataSource(
				"jdbc:mariadb://127.0.0.1:%d/%s?sslMode=disable".formatted(MariaDbServer.shared().port(), database),
				user, "secret");
		try (JdbcLockProvider refused = new JdbcLockProvider(limited, JdbcLockSettings.defaults())) {
			Contender contender = refused.contend(claim("a", LEASE, 1), () -> {
			});
			try (Connection only = limited.getConnection()) {
				assertThat(only.isValid(1)).isTrue();
				assertThat(
						catchThrowableOfType(LockStoreException.class, () -> contender.attempt(owner())).getOutcome())
					.isEqualTo(LockStoreException.Outcome.TRANSIENT);
			}
			Awaitility.await().ignoreExceptions().until(() -> contender.attempt(owner()) instanceof Attempt.Granted);
		}
	}

	private long questions(JdbcTemplate status) {
		return status.queryForObject("""
				select variable_value from information_schema.global_status
				where variable_name = 'questions'""", Long.class);
	}

}
