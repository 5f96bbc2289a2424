package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

import javax.sql.DataSource;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link JdbcLockProvider} on H2 in memory.
 */
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
			try (ResultSet row = statement.executeQuery("select " + Platform.H2.now())) {
				row.next();
				assertThat(row.getLong(1)).isBetween(before, micros());
			}
		}
	}

	private static DataSource database(String settings) {
		return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1" + settings, "sa",
				"");
	}

	private static long micros() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

}
