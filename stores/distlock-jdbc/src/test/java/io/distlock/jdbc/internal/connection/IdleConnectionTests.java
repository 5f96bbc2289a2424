// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of connections after their use.
 */
class IdleConnectionTests {

	private final DataSource direct = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	@Test
	void applicationIsLeftAllButTwoOfItsConnections() throws SQLException {
		try (HikariDataSource business = business();
				ConnectionSource own = new ConnectionSource(business, 0);
				ConnectionSource borrowed = new ConnectionSource(this.direct, 0)) {
			assertThat(own.poolSize()).isEqualTo(8);
			assertThat(borrowed.poolSize()).isEqualTo(2);
		}
	}

	@Test
	void connectionsOfALostServerAreClosedWithTheOneThatFailed() throws SQLException {
		try (HikariDataSource business = business(); ConnectionSource source = new ConnectionSource(business, 2)) {
			Connection first = source.borrow();
			source.giveBack(source.borrow(), null);
			awaitOtherSessions(2);
			source.giveBack(first, new SQLException("gone", "08006"));
			awaitOtherSessions(0);
		}
	}

	@Test
	void connectionThatListenedIsUsedForNothingElse() throws SQLException {
		try (HikariDataSource business = business(); ConnectionSource source = new ConnectionSource(business, 2)) {
			Connection listening = source.open();
			awaitOtherSessions(1);
			source.close(listening);
			awaitOtherSessions(0);
		}
	}

	@Test
	void connectionsThatFailForAnotherReasonAreClosedAlone() throws SQLException {
		try (HikariDataSource business = business(); ConnectionSource source = new ConnectionSource(business, 2)) {
			Connection first = source.borrow();
			source.giveBack(source.borrow(), null);
			source.giveBack(first, new SQLException("refused", "42501"));
			awaitOtherSessions(1);
		}
	}

	@Test
	void withoutHikariEachConnectionGoesBackAfterItsUse() throws SQLException {
		try (ConnectionSource source = new ConnectionSource(this.direct, 1, false)) {
			source.giveBack(source.borrow(), null);
			awaitOtherSessions(0);
			source.giveBack(source.borrow(), new SQLException("broken"));
			awaitOtherSessions(0);
			source.close(source.open());
			awaitOtherSessions(0);
		}
	}

	@Test
	void withoutHikariWaitingForAConnectionIsBounded() throws SQLException {
		try (ConnectionSource source = new ConnectionSource(this.direct, 1, false)) {
			Connection only = source.borrow();
			assertThatExceptionOfType(SQLException.class).isThrownBy(source::borrow).withMessageContaining("in use");
			source.giveBack(only, null);
		}
	}

	private HikariDataSource business() {
		HikariDataSource business = new HikariDataSource();
		business.setDataSource(this.direct);
		business.setMaximumPoolSize(1);
		return business;
	}

	private void awaitOtherSessions(int number) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> otherSessions() == number);
	}

	private long otherSessions() {
		Long all = new JdbcTemplate(this.direct).queryForObject("select count(*) from information_schema.sessions",
				Long.class);
		return (all != null) ? all - 1 : -1;
	}

}
