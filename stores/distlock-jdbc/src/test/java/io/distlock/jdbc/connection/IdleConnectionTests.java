// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.connection.ConnectionSource.Limits;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of connections that nobody uses for a while, or that live for long.
 */
class IdleConnectionTests {

	private static final Duration LONG = Duration.ofHours(1);

	private static final Limits SOON_IDLE = new Limits(Duration.ofMillis(1), Duration.ofMillis(1), LONG);

	private static final Limits SOON_OLD = new Limits(LONG, LONG, Duration.ZERO);

	private final DataSource direct = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	@Test
	void ownConnectionThatIsNotUsedIsClosed() throws SQLException {
		try (HikariDataSource business = business();
				ConnectionSource source = ConnectionSource.of(business, 2, SOON_IDLE)) {
			giveTwoBack(source);
			awaitNoOtherSession();
			giveTwoBack(source);
			awaitNoOtherSession();
		}
	}

	@Test
	void borrowedConnectionThatIsNotUsedGoesBack() throws SQLException {
		try (ConnectionSource source = ConnectionSource.of(this.direct, 2, SOON_IDLE)) {
			giveTwoBack(source);
			awaitNoOtherSession();
			giveTwoBack(source);
			awaitNoOtherSession();
		}
	}

	@Test
	void usedConnectionGoesBackToItsPoolFromTimeToTime() throws SQLException {
		try (HikariDataSource business = business();
				ConnectionSource source = ConnectionSource.of(business, 1, SOON_OLD)) {
			Connection first = source.borrow();
			source.giveBack(first, false);
			Connection second = source.borrow();
			assertThat(second).isNotSameAs(first);
			assertThat(first.isClosed()).isTrue();
			assertThat(second.getAutoCommit()).isTrue();
			source.giveBack(second, false);
		}
	}

	private HikariDataSource business() {
		HikariDataSource business = new HikariDataSource();
		business.setDataSource(this.direct);
		business.setMaximumPoolSize(1);
		return business;
	}

	private static void giveTwoBack(ConnectionSource source) throws SQLException {
		Connection first = source.borrow();
		Connection second = source.borrow();
		source.giveBack(first, false);
		source.giveBack(second, false);
	}

	private void awaitNoOtherSession() {
		JdbcTemplate jdbc = new JdbcTemplate(this.direct);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> Long.valueOf(1)
				.equals(jdbc.queryForObject("select count(*) from information_schema.sessions", Long.class)));
	}

}
