// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
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
 * What an uncontended lock, reader or permit costs, through {@link LockTemplate}: two
 * statements, and on the wire two round trips.
 */
@Tag("timing")
class RoundTripTests {

	private static final int CYCLES = 100;

	private static final LockRequest ALONE = LockRequest.of("key");

	private static final List<LockRequest> TOGETHER = List.of(ALONE.shared(), ALONE.permits(1), ALONE.permits(3));

	@Test
	void uncontendedLockOnH2IsTwoStatements() {
		countStatements(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"), ALONE);
	}

	@Test
	void uncontendedLockOnPostgresIsTwoStatements() {
		countStatements(PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase()), ALONE);
	}

	@Test
	void uncontendedLockOnMariaDbIsTwoStatements() {
		countStatements(MariaDbServer.shared().dataSource(MariaDbServer.shared().newDatabase()), ALONE);
	}

	@Test
	void uncontendedReaderOrPermitOnPostgresIsTwoStatements() {
		for (LockRequest request : TOGETHER) {
			countStatements(PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase()), request);
		}
	}

	@Test
	void uncontendedReaderOrPermitOnPostgresIsTwoRoundTrips() throws IOException {
		for (LockRequest request : TOGETHER) {
			countRoundTrips(PostgresServer.shared(), request, 2);
		}
	}

	@Test
	void uncontendedPermitOnMariaDbIsEightRoundTrips() throws IOException {
		countRoundTrips(MariaDbServer.shared(), ALONE.permits(3), 8);
	}

	@Test
	void uncontendedReaderOnMariaDbIsFourteenRoundTrips() throws IOException {
		countRoundTrips(MariaDbServer.shared(), ALONE.shared(), 14);
	}

	@Test
	void uncontendedLockOnPostgresIsTwoRoundTrips() throws IOException {
		countRoundTrips(PostgresServer.shared(), ALONE, 2);
	}

	@Test
	void uncontendedLockOnMariaDbIsTwoRoundTrips() throws IOException {
		countRoundTrips(MariaDbServer.shared(), ALONE, 2);
	}

	private static void countStatements(DataSource database, LockRequest request) {
		CountingDataSource counting = new CountingDataSource(database);
		run(counting, request, (template) -> {
			counting.reset();
			cycles(template, request);
			assertThat(counting.statements()).hasSize(2 * CYCLES);
		});
	}

	private static void countRoundTrips(DatabaseServer server, LockRequest request, int expected) throws IOException {
		String url = server.newDatabase();
		int port = URI.create(url.substring("jdbc:".length())).getPort();
		try (CountingRelay relay = new CountingRelay(port)) {
			DataSource relayed = server.dataSource(url.replace(":" + port, ":" + relay.port()));
			run(relayed, request, (template) -> {
				int before = relay.roundTrips();
				cycles(template, request);
				int roundTrips = relay.roundTrips() - before;
				System.out.printf("%s, %s: %d round trips for %d cycles of acquire and release%n", url, request.mode(),
						roundTrips, CYCLES);
				assertThat(roundTrips).isEqualTo(expected * CYCLES);
			});
		}
	}

	private static void run(DataSource database, LockRequest request, Consumer<LockTemplate> test) {
		JdbcLockSettings settings = JdbcLockSettings.defaults().withPoolSize(1);
		LeaseSettings leases = LeaseSettings.of("count", "test").withHandOff(32, Duration.ofMillis(100));
		new JdbcLockSchema(database, JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
		try (JdbcLockProvider provider = new JdbcLockProvider(database, settings);
				LeaseLockEngine engine = new LeaseLockEngine(provider, leases, (event) -> {
				})) {
			LockTemplate template = new LockTemplate(engine);
			cycles(template, request);
			test.accept(template);
		}
	}

	private static void cycles(LockTemplate template, LockRequest request) {
		for (int i = 0; i < CYCLES; i++) {
			assertThat(template.execute(request, HeldLock::isHeld)).isTrue();
		}
	}

}
