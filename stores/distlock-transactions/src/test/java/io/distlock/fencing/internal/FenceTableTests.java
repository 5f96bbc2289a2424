// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.internal.connection.ConnectionSource;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockStoreException;
import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FenceTableTests {

	private static final Duration DAY = Duration.ofDays(1);

	@Test
	void busyMachineThatOpensNoConnectionInTimeIsWaitedFor() throws Exception {
		try (HikariDataSource pool = TestDatabase.H2.open(3)) {
			AtomicInteger attempts = new AtomicInteger();
			DataSource starved = new Foreign(pool, () -> {
				if (attempts.incrementAndGet() == 1) {
					sleep(ConnectionSource.TIMEOUT.plusMillis(500));
				}
			});
			try (FenceTable table = new FenceTable(starved, "DISTLOCK_", DAY, () -> true)) {
				table.setUp();
			}
			assertThat(attempts).hasPositiveValue();
		}
	}

	@Test
	void databaseThatRefusesIsNotWaitedFor() {
		try (HikariDataSource pool = TestDatabase.H2.open(1);
				FenceTable table = new FenceTable(new Foreign(pool, () -> {
					throw new SQLException("Connection refused", "08001");
				}), "DISTLOCK_", DAY, () -> true)) {
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(table::setUp)
				.withMessageContaining("Connection refused")
				.satisfies((failure) -> assertThat(SqlErrors.isStarved(failure.getCause())).isFalse());
		}
	}

	private static void sleep(Duration duration) {
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * A pool that nobody knows, with something before each connection.
	 */
	private static final class Foreign extends DelegatingDataSource {

		private final Before before;

		Foreign(DataSource target, Before before) {
			super(target);
			this.before = before;
		}

		@Override
		public Connection getConnection() throws SQLException {
			this.before.connect();
			return super.getConnection();
		}

		@Override
		public boolean isWrapperFor(Class<?> type) {
			return false;
		}

	}

	@FunctionalInterface
	private interface Before {

		void connect() throws SQLException;

	}

}
