// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.sql.LockSql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link JdbcLockProvider} on H2 in memory.
 */
@Tag("timing")
class H2LockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		return database("");
	}

	@ParameterizedTest
	@CsvSource({ "Regular, UTC", "Strict, Pacific/Auckland", "Legacy, America/St_Johns", "DB2, Europe/Berlin",
			"Derby, Asia/Tokyo", "HSQLDB, Asia/Kathmandu", "MSSQLServer, -03:30", "MariaDB, Pacific/Kiritimati",
			"MySQL, America/New_York", "Oracle, Australia/Lord_Howe", "PostgreSQL, Etc/GMT+12" })
	void clockIsUtcWhateverModeAndTimeZone(String mode, String timeZone) throws SQLException {
		try (Connection connection = database(";MODE=" + mode).getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("set time zone '" + timeZone + "'");
			long before = micros();
			try (ResultSet row = statement.executeQuery("select " + Dialects.of(connection).now())) {
				row.next();
				assertThat(row.getLong(1)).isBetween(before, micros());
			}
		}
	}

	/**
	 * The script asks for a type that takes case into account.
	 */
	@Test
	void keysThatDifferInCaseAreTwoLocksWhereTheDatabaseIgnoresIt() {
		DataSource ignoring = database(";IGNORECASE=TRUE");
		new JdbcLockSchema(ignoring, "DISTLOCK_").create();
		this.provider = provider(ignoring, settings(2));
		acquire("Aa", Duration.ofSeconds(30), 1);
		acquire("aA", Duration.ofSeconds(30), 1);
		assertThat(this.provider.heldLocks(10)).hasSize(2);
	}

	@Test
	void tableThatIgnoresCaseIsRefusedAtStartAndAtTheFirstLock() {
		DataSource ignoring = database(";IGNORECASE=TRUE");
		JdbcTemplate operator = new JdbcTemplate(ignoring);
		JdbcLockSchema schema = new JdbcLockSchema(ignoring, "DISTLOCK_");
		schema.createStatements().forEach((sql) -> operator.execute(sql.replace("varchar_casesensitive", "varchar")));
		assertThatExceptionOfType(DatabaseNotSupportedException.class).isThrownBy(schema::verify)
			.withMessageContaining("lock_key")
			.withMessageContaining("DISTLOCK_LOCK")
			.withMessageContaining("varchar_casesensitive");
		assertThatExceptionOfType(DatabaseNotSupportedException.class).isThrownBy(schema::verifyJobs)
			.withMessageContaining("job_key");
		JdbcLockProvider unchecked = provider(ignoring, settings(2));
		assertThatExceptionOfType(DatabaseNotSupportedException.class).isThrownBy(() -> attempt(unchecked, "a"));
	}

	@Test
	void databaseWhoseCollationIgnoresCaseIsRefused() {
		DataSource ignoring = database(";INIT=SET COLLATION ENGLISH STRENGTH PRIMARY");
		JdbcLockSchema schema = new JdbcLockSchema(ignoring, "DISTLOCK_");
		schema.create();
		assertThatExceptionOfType(DatabaseNotSupportedException.class).isThrownBy(schema::verify);
	}

	/**
	 * Reading the table for each batch would take longer, the more locks there are.
	 */
	@Test
	void renewalOfManyUsesThePrimaryKey() throws SQLException {
		LockSql sql;
		try (Connection connection = this.dataSource.getConnection()) {
			sql = new LockSql(Dialects.of(connection), "DISTLOCK_LOCK");
		}
		assertThat(List.of(sql.lock(64), sql.renew(64)))
			.allSatisfy((statement) -> assertThat(plan(statement)).contains("PRIMARY_KEY")
				.doesNotContain("tableScan")
				.doesNotContain("DISTINCT"));
	}

	private String plan(String statement) {
		return this.jdbc.queryForObject("explain " + statement.replace("?", "'1'"), String.class);
	}

	@Test
	void onlyADatabaseOfThisProcessIsInMemory() {
		assertThat(new JdbcLockSchema(this.dataSource, "DISTLOCK_").isInMemory()).isTrue();
	}

	private static DataSource database(String settings) {
		return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1" + settings, "sa",
				"");
	}

	private static long micros() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

}
