// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.relay.CountingRelay;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an uncontended lock costs, through {@link LockTemplate}: two statements, and on
 * the wire two round trips.
 */
@Tag("timing")
class RoundTripTests {

	private static final int CYCLES = 100;

	@Test
	void uncontendedLockOnH2IsTwoStatements() {
		countStatements(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
	}

	@Test
	void uncontendedLockOnPostgresIsTwoStatements() {
		countStatements(PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase()));
	}

	@Test
	void uncontendedLockOnMariaDbIsTwoStatements() {
		countStatements(MariaDbServer.shared().dataSource(MariaDbServer.shared().newDatabase()));
	}

	@Test
	void uncontendedLockOnPostgresIsTwoRoundTrips() throws IOException {
		countRoundTrips(PostgresServer.shared());
	}

	@Test
	void uncontendedLockOnMariaDbIsTwoRoundTrips() throws IOException {
		countRoundTrips(MariaDbServer.shared());
	}

	private static void countStatements(DataSource database) {
		CountingDataSource counting = new CountingDataSource(database);
		run(counting, (template) -> {
			counting.reset();
			cycles(template);
			assertThat(counting.statements()).hasSize(2 * CYCLES);
		});
	}

	private static void countRoundTrips(DatabaseServer server) throws IOException {
		String url = server.newDatabase();
		int port = URI.create(url.substring("jdbc:".length())).getPort();
		try (CountingRelay relay = new CountingRelay(port)) {
			DataSource relayed = server.dataSource(url.replace(":" + port, ":" + relay.port()));
			run(relayed, (template) -> {
				int before = relay.roundTrips();
				cycles(template);
				int roundTrips = relay.roundTrips() - before;
				System.out.printf("%s: %d round trips for %d cycles of acquire and release%n", url, roundTrips, CYCLES);
				assertThat(roundTrips).isEqualTo(2 * CYCLES);
			});
		}
	}

	private static void run(DataSource database, Consumer<LockTemplate> test) {
		JdbcLockSettings settings = new JdbcLockSettings(JdbcLockSettings.DEFAULT_TABLE_PREFIX, 1,
				Duration.ofSeconds(1), Duration.ofDays(30));
		LeaseSettings leases = new LeaseSettings("count", "test", Duration.ofSeconds(5), Duration.ofSeconds(30), null,
				new LeaseSettings.HandOff(32, Duration.ofMillis(100)));
		new JdbcLockSchema(database, JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
		try (JdbcLockProvider provider = new JdbcLockProvider(database, settings);
				LeaseLockEngine engine = new LeaseLockEngine(provider, leases, (event) -> {
				})) {
			LockTemplate template = new LockTemplate(engine);
			cycles(template);
			test.accept(template);
		}
	}

	private static void cycles(LockTemplate template) {
		for (int i = 0; i < CYCLES; i++) {
			assertThat(template.execute("key", HeldLock::isHeld)).isTrue();
		}
	}

}
