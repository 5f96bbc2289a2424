// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.internal.connection.ProbeDataSource.State;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Connections for what is looked at before the first lock.
 */
@Tag("timing")
class ProbeDataSourceTests {

	private final PostgresServer server = PostgresServer.shared();

	private final HikariDataSource business = new HikariDataSource();

	@AfterEach
	void close() {
		this.business.close();
	}

	@Test
	void poolThatNobodyUsesStaysUnused() throws SQLException {
		use(this.server.newDatabase());
		JdbcLockSchema schema = new JdbcLockSchema(new LazyConnectionDataSourceProxy(this.business), "DISTLOCK_");
		schema.create();
		schema.verify();
		assertThat(this.business.isRunning()).isFalse();
		awaitNoOtherSession(this.business.getJdbcUrl());
	}

	@Test
	void connectionBesideThePoolHasItsSettings() throws SQLException {
		String url = this.server.newDatabase();
		new JdbcTemplate(this.server.dataSource(url)).execute("create schema orders");
		use(url);
		this.business.setSchema("orders");
		this.business.setConnectionInitSql("set application_name = 'shop'");
		try (ProbeDataSource startup = ProbeDataSource.of(this.business);
				Connection connection = startup.getConnection()) {
			assertThat(startup.state()).isEqualTo(State.UNUSED);
			JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
			assertThat(jdbc.queryForObject("select current_schema()", String.class)).isEqualTo("orders");
			assertThat(jdbc.queryForObject("show application_name", String.class)).isEqualTo("shop");
		}
	}

	@Test
	void connectionWhoseSettingsFailIsClosed() {
		use(this.server.newDatabase());
		this.business.setConnectionInitSql("no sql");
		try (ProbeDataSource startup = ProbeDataSource.of(this.business)) {
			assertThatExceptionOfType(SQLException.class).isThrownBy(startup::getConnection);
		}
		awaitNoOtherSession(this.business.getJdbcUrl());
	}

	@Test
	void poolThatIsUsedGivesTheConnection() throws SQLException {
		use(this.server.newDatabase());
		this.business.setMaximumPoolSize(1);
		this.business.getConnection().close();
		try (ProbeDataSource startup = ProbeDataSource.of(this.business);
				Connection connection = startup.getConnection()) {
			assertThat(startup.state()).isEqualTo(State.OPEN);
			assertThat(connection.isValid(1)).isTrue();
			assertThat(this.business.getHikariPoolMXBean().getActiveConnections()).isOne();
		}
	}

	@Test
	void databaseWithinTheJvmIsLeftToItsPoolSinceItEndsWithItsLastConnection() {
		use("jdbc:h2:mem:" + UUID.randomUUID());
		this.business.setUsername("sa");
		new JdbcLockSchema(this.business, "DISTLOCK_").create();
		assertThat(this.business.isRunning()).isTrue();
		new JdbcLockSchema(this.business, "DISTLOCK_").verify();
	}

	@Test
	void otherDataSourcesAreAsked() throws SQLException {
		DataSource other = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
		try (ProbeDataSource startup = ProbeDataSource.of(other)) {
			assertThat(startup.state()).isEqualTo(State.UNKNOWN);
			try (Connection connection = startup.getConnection()) {
				assertThat(connection.isWrapperFor(JdbcConnection.class)).isTrue();
			}
		}
	}

	private void use(String url) {
		this.business.setJdbcUrl(url);
		this.business.setUsername(this.server.user());
	}

	private void awaitNoOtherSession(String url) {
		JdbcTemplate jdbc = new JdbcTemplate(this.server.dataSource(url));
		String others = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> Long.valueOf(0).equals(jdbc.queryForObject(others, Long.class)));
	}

}
