// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.H2Server;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections on which no reply arrives any more, and that no reset ever ends: the host
 * of the server is without power, or a firewall drops the flow.
 */
@Tag("databases")
class SilentDatabaseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(25);

	private static final LockRequest REQUEST = LockRequest.of("silent").waitTime(Duration.ZERO);

	static List<Named<Supplier<DatabaseServer>>> servers() {
		return List.of(Named.of("H2", H2Server::shared), Named.of("PostgreSQL", PostgresServer::shared),
				Named.of("MariaDB", MariaDbServer::shared));
	}

	@ParameterizedTest
	@MethodSource("servers")
	void connectionsThatFallSilentAreReplaced(Supplier<DatabaseServer> server) throws Exception {
		silence(server.get(), false);
	}

	@ParameterizedTest
	@MethodSource("servers")
	void handshakesWithASilentServerAreGivenUp(Supplier<DatabaseServer> server) throws Exception {
		silence(server.get(), true);
	}

	private static void silence(DatabaseServer server, boolean handshakes) throws Exception {
		String url = server.newDatabase();
		int port = URI.create(url.substring(url.indexOf("//"))).getPort();
		try (FaultyRelay relay = new FaultyRelay(port); HikariDataSource business = new HikariDataSource()) {
			new JdbcLockSchema(server.dataSource(url), JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
			business.setJdbcUrl(url.replace(":" + port, ":" + relay.port()));
			business.setUsername(server.user());
			business.setPassword("");
			run(business, (template) -> {
				relay.silenceAll();
				if (handshakes) {
					relay.reset();
					Awaitility.await().atMost(PATIENCE).until(() -> !serves(template) && relay.connections() > 0);
				}
				relay.serve();
				Awaitility.await().atMost(PATIENCE).until(() -> serves(template));
			});
		}
	}

	private static void run(HikariDataSource database, Consumer<LockTemplate> test) {
		JdbcLockSettings settings = JdbcLockSettings.defaults().withPoolSize(4);
		LeaseSettings leases = LeaseSettings.of("silent", "test")
			.withLeaseTime(Duration.ofSeconds(2))
			.withHandOff(32, Duration.ofMillis(100));
		try (JdbcLockProvider provider = new JdbcLockProvider(database, settings);
				LeaseLockEngine engine = new LeaseLockEngine(provider, leases, (event) -> {
				})) {
			LockTemplate template = new LockTemplate(engine);
			Awaitility.await().atMost(PATIENCE).until(() -> serves(template));
			test.accept(template);
		}
	}

	private static boolean serves(LockTemplate template) {
		try {
			return template.tryAcquire(REQUEST).map(HeldLock::release).orElse(false);
		}
		catch (LockProviderException ex) {
			return false;
		}
	}

}
