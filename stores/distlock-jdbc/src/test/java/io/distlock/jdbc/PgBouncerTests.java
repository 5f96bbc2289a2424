// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.contract.Renewed;
import io.distlock.jdbc.internal.connection.SessionDataSource;
import io.distlock.jdbc.internal.dialect.PostgresSession;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.testserver.jdbc.PgBouncer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The JDBC provider behind PgBouncer in transaction mode, which gives the session of the
 * server to another client after each transaction.
 */
@Tag("timing")
@Tag("proof")
class PgBouncerTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final String SESSION = """
			select name || '=' || setting from pg_settings where source = 'session'
			union all select 'transaction_isolation=' || current_setting('transaction_isolation')
			union all select 'listens to ' || channel from pg_listening_channels() as channel
			union all select 'prepared ' || statement from pg_prepared_statements""";

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private static final PostgresServer SERVER = PostgresServer.shared();

	private static PgBouncer proxy;

	private String url;

	@BeforeAll
	static void start() {
		Optional<Path> program = PgBouncer.installed();
		Assumptions.assumeTrue(program.isPresent(), "No PgBouncer is installed; on Debian: apt-get install pgbouncer");
		proxy = PgBouncer.start(program.orElseThrow(), SERVER);
	}

	@AfterAll
	static void stop() {
		if (proxy != null) {
			proxy.close();
		}
	}

	@BeforeEach
	void createDatabase() {
		String direct = SERVER.newDatabase();
		DataSource server = SERVER.dataSource(direct);
		new JdbcLockSchema(server, "DISTLOCK_").create();
		new JdbcTemplate(server).execute(
				"alter database %s set default_transaction_isolation = 'serializable'".formatted(database(direct)));
		this.url = proxy.url(direct);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void sessionsOfTheApplicationAreAsTheyWere(boolean ownConnections) throws SQLException {
		TreeSet<String> before = sessions();
		withProvider(ownConnections, (provider) -> {
			Lease lease = grant(provider, "a");
			assertThat(attempt(provider, "a")).isInstanceOf(Attempt.Busy.class);
			assertThat(Renewed.lost(provider, List.of(lease))).isEmpty();
			assertThat(provider.release(lease.key(), lease.owner())).isTrue();
			assertThat(provider.jobLedger().write(lease.key(), 0, state(), List.of(), 1)).isPresent();
			return provider.purge();
		});
		assertThat(sessions()).isEqualTo(before).contains("transaction_isolation=serializable");
	}

	@Test
	void statementsThatAreRunOftenAreNotPreparedOnASessionOfOthers() throws SQLException {
		withProvider(true, (provider) -> {
			for (int i = 0; i < 20; i++) {
				Lease lease = grant(provider, "often");
				assertThat(provider.release(lease.key(), lease.owner())).isTrue();
			}
			return 0;
		});
		assertThat(sessions()).noneMatch((setting) -> setting.startsWith("prepared"));
	}

	@Test
	void borrowedConnectionGoesBackAsItCame() throws SQLException {
		try (Connection physical = pool().getConnection()) {
			int prepareThreshold = PostgresSession.prepareThreshold(physical);
			physical.setAutoCommit(false);
			SessionDataSource sessions = new SessionDataSource(new SingleConnectionDataSource(physical, true), true);
			try (Connection session = sessions.getConnection()) {
				assertThat(session.getAutoCommit()).isTrue();
				assertThat(PostgresSession.prepareThreshold(session)).isZero();
			}
			assertThat(physical.getAutoCommit()).isFalse();
			assertThat(PostgresSession.prepareThreshold(physical)).isEqualTo(prepareThreshold).isPositive();
		}
	}

	@Test
	void ofManyRacersOneWinsThoughTheSessionsAreSerializable() throws Exception {
		try (HikariDataSource pool = pool();
				JdbcLockProvider one = provider(pool);
				JdbcLockProvider other = provider(pool)) {
			for (int round = 0; round < 20; round++) {
				String key = "raced" + round % 3;
				List<Callable<Attempt>> racers = IntStream.range(0, 6)
					.mapToObj((i) -> (Callable<Attempt>) () -> attempt((i % 2 == 0) ? one : other, key))
					.toList();
				List<Attempt> granted = AbstractJdbcLockProviderTests.together(racers)
					.stream()
					.filter(Attempt.Granted.class::isInstance)
					.toList();
				assertThat(granted).hasSize(1);
				Lease lease = ((Attempt.Granted) granted.get(0)).lease();
				assertThat(one.release(lease.key(), lease.owner())).isTrue();
			}
		}
	}

	@Test
	void waitingNodePolls() {
		withProvider(true, (provider) -> {
			grant(provider, "held");
			try (Contender contender = provider.contend(claim("held"), () -> {
			})) {
				for (int i = 0; i < 20; i++) {
					Duration retryAfter = ((Attempt.Busy) contender.attempt(owner())).retryAfter();
					assertThat(retryAfter).isLessThanOrEqualTo(Duration.ofSeconds(1));
				}
			}
			return 0;
		});
	}

	/**
	 * Look at all sessions that the proxy has with the server, one transaction in each.
	 */
	private TreeSet<String> sessions() {
		DataSource clients = new DriverManagerDataSource(this.url + "?prepareThreshold=0", SERVER.user(), "");
		try (Connection one = clients.getConnection(); Connection two = clients.getConnection()) {
			TreeSet<String> found = new TreeSet<>();
			for (Connection client : List.of(one, two)) {
				client.setAutoCommit(false);
				JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(client, true));
				found.addAll(jdbc.queryForList(SESSION, String.class));
			}
			return found;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void withProvider(boolean ownConnections, ToIntFunction<JdbcLockProvider> use) {
		try (HikariDataSource pool = pool();
				JdbcLockProvider provider = provider(
						ownConnections ? pool : new DriverManagerDataSource(this.url, SERVER.user(), ""))) {
			use.applyAsInt(provider);
		}
	}

	private HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(this.url);
		pool.setUsername(SERVER.user());
		pool.setMaximumPoolSize(1);
		return pool;
	}

	private static JdbcLockProvider provider(DataSource dataSource) {
		return new JdbcLockProvider(dataSource, JdbcLockSettings.defaults());
	}

	private static Lease grant(JdbcLockProvider provider, String key) {
		return ((Attempt.Granted) attempt(provider, key)).lease();
	}

	private static Attempt attempt(JdbcLockProvider provider, String key) {
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			return contender.attempt(owner());
		}
	}

	private static LockClaim claim(String key) {
		return LockClaim.of(new LockKey("app", key), LEASE, 1, "node");
	}

	private static LockOwner owner() {
		return new LockOwner("test:" + OWNERS.incrementAndGet());
	}

	private static JobState state() {
		return JobState.unknown().withLastEnd(Instant.EPOCH);
	}

	private static String database(String url) {
		return url.substring(url.lastIndexOf('/') + 1);
	}

}
