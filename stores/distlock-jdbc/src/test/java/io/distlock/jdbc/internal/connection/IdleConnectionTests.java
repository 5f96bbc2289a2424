// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.internal.connection.ConnectionSource.Limits;
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

	private static final Limits SOON_SURPLUS = new Limits(LONG, Duration.ofMillis(1), LONG);

	private static final Limits SOON_OLD = new Limits(LONG, LONG, Duration.ZERO);

	private final DataSource direct = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	@Test
	void ownConnectionThatIsNotUsedIsClosed() throws SQLException {
		try (HikariDataSource business = business();
				ConnectionSource source = new ConnectionSource(business, 2, SOON_IDLE)) {
			giveTwoBack(source);
			awaitOtherSessions(0);
			giveTwoBack(source);
			awaitOtherSessions(0);
		}
	}

	@Test
	void ownConnectionsOfABurstAreClosedSoonAndTwoAreKept() throws SQLException {
		try (HikariDataSource business = business();
				ConnectionSource source = new ConnectionSource(business, 8, SOON_SURPLUS)) {
			List<Connection> burst = burst(source);
			awaitOtherSessions(2);
			Connection kept = source.borrow();
			assertThat(kept).isSameAs(burst.get(7));
			source.giveBack(kept, false);
		}
	}

	@Test
	void applicationIsLeftAllButTwoOfItsConnections() throws SQLException {
		try (HikariDataSource business = business();
				ConnectionSource own = new ConnectionSource(business, 0);
				ConnectionSource borrowed = new ConnectionSource(this.direct, 0)) {
			assertThat(own.poolSize()).isEqualTo(8);
			assertThat(borrowed.poolSize()).isEqualTo(2);
		}
	}

	private static List<Connection> burst(ConnectionSource source) throws SQLException {
		List<Connection> burst = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			burst.add(source.borrow());
		}
		for (Connection each : burst) {
			source.giveBack(each, false);
		}
		return burst;
	}

	@Test
	void borrowedConnectionThatIsNotUsedGoesBack() throws SQLException {
		try (ConnectionSource source = new ConnectionSource(this.direct, 2, SOON_IDLE)) {
			giveTwoBack(source);
			awaitOtherSessions(0);
			giveTwoBack(source);
			awaitOtherSessions(0);
		}
	}

	@Test
	void usedConnectionGoesBackToItsPoolFromTimeToTime() throws SQLException {
		try (HikariDataSource business = business();
				ConnectionSource source = new ConnectionSource(business, 1, SOON_OLD)) {
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

	private void awaitOtherSessions(int number) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> otherSessions() == number);
	}

	private long otherSessions() {
		Long all = new JdbcTemplate(this.direct).queryForObject("select count(*) from information_schema.sessions",
				Long.class);
		return (all != null) ? all - 1 : -1;
	}

}
