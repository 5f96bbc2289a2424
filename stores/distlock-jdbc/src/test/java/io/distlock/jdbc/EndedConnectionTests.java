// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.contract.Renewed;
import io.distlock.contract.Renewed.Outcome;
import io.distlock.jdbc.JdbcSharesTests.Database;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.Permits;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections that have ended while they were in the pool cost a renewal no time: it goes
 * on with a new one at once.
 */
@Tag("databases")
class EndedConnectionTests {

	private static final int POOL_SIZE = 3;

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private static final Executor THREADS = (task) -> new Thread(task).start();

	@ParameterizedTest
	@EnumSource(names = { "POSTGRESQL", "MARIADB", "MYSQL" })
	void renewalGoesOnWhereAllConnectionsHaveEnded(Database database) throws Exception {
		RememberingDataSource dataSource = new RememberingDataSource(database.dataSource(database.url()));
		new JdbcLockSchema(dataSource, "DISTLOCK_").create();
		dataSource.opened.clear();
		try (JdbcLockProvider provider = new JdbcLockProvider(dataSource,
				JdbcLockSettings.defaults().withPoolSize(POOL_SIZE))) {
			List<Lease> leases = Stream.of(LockMode.values()).map((mode) -> take(provider, mode.name(), mode)).toList();
			for (Lease lease : leases) {
				fill(provider, dataSource);
				dataSource.endAll();
				assertThat(Renewed.of(provider, List.of(lease)).outcome(lease)).as("%s", lease.key())
					.isEqualTo(Outcome.KEPT);
			}
		}
	}

	/**
	 * Let the pool open all its connections, which wait for one row.
	 */
	private static void fill(JdbcLockProvider provider, RememberingDataSource dataSource) throws Exception {
		Lease lease = take(provider, "row", LockMode.EXCLUSIVE);
		CompletableFuture<?>[] releases = new CompletableFuture<?>[POOL_SIZE];
		try (LockedRow row = new LockedRow(dataSource.database(), lease.key())) {
			Arrays.setAll(releases, (number) -> CompletableFuture
				.runAsync(() -> provider.release(lease.key(), lease.owner()), THREADS));
			Awaitility.await().until(() -> dataSource.opened.size() == POOL_SIZE);
		}
		// One that waited for too long has ended its connection itself.
		CompletableFuture.allOf(releases).handle((done, failure) -> done).join();
	}

	private static Lease take(JdbcLockProvider provider, String name, LockMode mode) {
		LockClaim claim = LockClaim.of(new LockKey("app", name, mode), Duration.ofMinutes(10), 1, "node 1")
			.withPermits((mode == LockMode.PERMIT) ? new Permits(2, 1) : Permits.NONE);
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return ((Attempt.Granted) contender.attempt(new LockOwner("ended:" + OWNERS.incrementAndGet()))).lease();
		}
	}

	/**
	 * Knows the connections that are open.
	 */
	private static final class RememberingDataSource extends DelegatingDataSource {

		private final List<Connection> opened = new CopyOnWriteArrayList<>();

		private final DataSource database;

		RememberingDataSource(DataSource database) {
			super(database);
			this.database = database;
		}

		DataSource database() {
			return this.database;
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			this.opened.add(connection);
			return connection;
		}

		void endAll() throws SQLException {
			for (Connection connection : this.opened) {
				connection.abort(Runnable::run);
			}
			this.opened.clear();
		}

	}

}
