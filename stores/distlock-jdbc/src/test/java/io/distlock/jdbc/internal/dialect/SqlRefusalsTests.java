// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.MySqlServer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link SqlErrors}, with what real databases say, and with the states and codes that the
 * others are documented to give.
 */
@Tag("timing")
class SqlRefusalsTests {

	static Stream<DataSource> databases() {
		Stream<DataSource> always = Stream.of(
				new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""),
				PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase()),
				MariaDbServer.shared().dataSource(MariaDbServer.shared().newDatabase()));
		return MySqlServer.unavailable().isEmpty()
				? Stream.concat(always, Stream.of(MySqlServer.shared().dataSource(MySqlServer.shared().newDatabase())))
				: always;
	}

	@ParameterizedTest
	@MethodSource("databases")
	void onlyMissingTablesAndColumnsAreToldAsSuch(DataSource dataSource) throws SQLException {
		try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
			statement.execute("create table there (id integer)");
			assertThat(SqlErrors.isOfTable(failureOf(statement, "select id from absent"))).isTrue();
			assertThat(SqlErrors.isOfColumn(failureOf(statement, "select id from absent"))).isFalse();
			assertThat(SqlErrors.isOfColumn(failureOf(statement, "select other from there"))).isTrue();
			assertThat(SqlErrors.isOfTable(failureOf(statement, "selekt id from there"))).isFalse();
			assertThat(SqlErrors.isOfTable(failureOf(statement, "select no_function(1) from there"))).isFalse();
		}
	}

	@ParameterizedTest
	@CsvSource({ "42000, 942, true", "42501, -5501, true", "S0002, 208, true", "42704, -204, true", "42S02, 1146, true",
			"42S04, 42104, true", "S0001, 207, true", "42000, 904, true", "42703, -206, true", "42704, 0, false",
			"42501, 0, false", "42000, 1142, false", "42000, 1031, false", "42501, -551, false", "S0005, 229, false",
			"42000, 1049, false", "42601, 0, false", "42601, -104, false", "42000, 1064, false", "42000, 900, false",
			"42P05, 0, false", "42883, 0, false" })
	void stateAndCodeOfTablesAreKnown(String state, int code, boolean ofTable) {
		assertThat(SqlErrors.isOfTable(new RuntimeException(new SQLException("failed", state, code))))
			.isEqualTo(ofTable);
	}

	@ParameterizedTest
	@CsvSource({ "42501, 0, true", "42000, 1142, true", "42000, 1031, true", "42501, -551, true", "S0005, 229, true",
			"90096, 90096, true", "42501, -5501, false", "42P01, 0, false", "42000, 1064, false" })
	void stateAndCodeOfRightsAreKnown(String state, int code, boolean ofRights) {
		assertThat(SqlErrors.isOfRights(new SQLException("failed", state, code))).isEqualTo(ofRights);
	}

	private static SQLException failureOf(Statement statement, String sql) {
		try {
			statement.execute(sql);
			throw new AssertionError("Not refused: " + sql);
		}
		catch (SQLException ex) {
			return ex;
		}
	}

}
