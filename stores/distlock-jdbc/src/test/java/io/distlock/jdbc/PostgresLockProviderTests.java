// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.queue.PostgresWakeUps;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.LockStatements;
import io.distlock.jdbc.internal.sql.PostgresSql;
import io.distlock.jdbc.internal.sql.PostgresStatements;
import io.distlock.jdbc.internal.sql.QueuePosition;
import io.distlock.jdbc.internal.sql.QueueSql;
import io.distlock.jdbc.internal.table.KnownKeys;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link JdbcLockProvider} on PostgreSQL.
 */
@Tag("timing")
class PostgresLockProviderTests extends AbstractJdbcLockProviderTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	@Override
	DataSource newDatabase() {
		PostgresServer server = PostgresServer.shared();
		return server.dataSource(server.newDatabase());
	}

	@Test
	void firstInsertsOfOneKeyByFiftyRacersLeaveNoErrorInTheServersLog() throws Exception {
		this.provider = provider(this.counting, settings(50));
		long logged = errors();
		for (int round = 0; round < 5; round++) {
			assertThat(race("first" + round, 50)).hasSize(1);
		}
		assertThat(errors()).isEqualTo(logged);
	}

	@Test
	void serverCountsTwoStatementsForOneCycle() {
		this.jdbc.execute("create extension if not exists pg_stat_statements");
		this.provider = provider(this.counting, settings(1));
		release(acquire("a", LEASE, 33));
		this.jdbc.execute("select pg_stat_statements_reset()");
		for (int i = 0; i < 10; i++) {
			release(acquire("a", LEASE, 33));
		}
		Long calls = this.jdbc.queryForObject("""
				select sum(calls) from pg_stat_statements where dbid = (select oid from pg_database
				where datname = current_database()) and query ilike '%distlock_lock%'""", Long.class);
		assertThat(calls).isEqualTo(20);
	}

	@Test
	void releaseWakesThoseWhoWaitForTheKeyAndNobodyElse() throws Exception {
		Lease held = acquire("a", LEASE, 1);
		acquire("b", LEASE, 1);
		Semaphore woken = new Semaphore(0);
		Semaphore others = new Semaphore(0);
		JdbcLockProvider another = provider(this.dataSource, settings(2));
		try (Contender contender = another.contend(claim("a", LEASE, 1), woken::release);
				Contender other = another.contend(claim("b", LEASE, 1), others::release)) {
			untilListening(contender, other);
			woken.drainPermits();
			others.drainPermits();
			release(held);
			assertThat(woken.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Granted.class);
			assertThat(others.availablePermits()).isZero();
		}
	}

	@Test
	void lostListeningConnectionIsReplacedAndWaitersAreWokenMeanwhile() throws Exception {
		Lease held = acquire("a", LEASE, 1);
		Semaphore woken = new Semaphore(0);
		JdbcLockProvider another = provider(this.dataSource, settings(2));
		try (Contender contender = another.contend(claim("a", LEASE, 1), woken::release)) {
			untilListening(contender);
			woken.drainPermits();
			Integer lost = listener();
			this.jdbc.queryForList("select pg_terminate_backend(?)", lost);
			assertThat(woken.tryAcquire(60, TimeUnit.SECONDS)).as("woken by the loss").isTrue();
			Duration retryAfter = ((Attempt.Busy) contender.attempt(owner())).retryAfter();
			boolean polls = retryAfter.compareTo(Duration.ofSeconds(1)) < 0;
			assertThat(polls || listeners() == 1 && !lost.equals(listener())).as("polls until it listens again")
				.isTrue();
			Awaitility.await().until(() -> listeners() == 1 && !lost.equals(listener()));
			untilListening(contender);
			woken.drainPermits();
			release(held);
			assertThat(woken.tryAcquire(60, TimeUnit.SECONDS)).as("woken by the release").isTrue();
		}
	}

	@Test
	void waiterGetsLockThoughNoNotificationArrives() throws Exception {
		Lease held = acquire("a", LEASE, 1);
		Future<Lease> waiter = waitFor("a", LEASE);
		Awaitility.await().until(() -> held("a").awaited() && listeners() == 1);
		this.jdbc.update("update DISTLOCK_LOCK set expires_at = 0");
		assertThat(waiter.get(60, TimeUnit.SECONDS).firstToken()).isGreaterThan(held.lastToken());
	}

	@Test
	void oneConnectionListensForManyWaitersAndGoesWithTheProvider() {
		JdbcLockProvider another = provider(this.dataSource, settings(2));
		List<Contender> contenders = IntStream.range(0, 50).mapToObj((i) -> {
			acquire("k" + i, LEASE, 1);
			return another.contend(claim("k" + i, LEASE, 1), () -> {
			});
		}).toList();
		contenders.forEach((contender) -> contender.attempt(owner()));
		Awaitility.await().until(() -> listeners() == 1);
		assertThat(threads()).isEqualTo(1);
		contenders.forEach(Contender::close);
		another.close();
		Awaitility.await().until(() -> listeners() == 0 && threads() == 0);
	}

	@Test
	void sessionWithoutItsOwnProcessIdPollsAndIsLeftAlone() {
		acquire("a", LEASE, 1);
		CountingDataSource proxied = new CountingDataSource(new DelegatingDataSource(this.dataSource) {

			@Override
			public Connection getConnection() throws SQLException {
				return WithoutDriver.of(super.getConnection());
			}

		});
		JdbcLockProvider another = provider(proxied, settings(2));
		try (Contender contender = another.contend(claim("a", LEASE, 1), () -> {
		})) {
			for (int i = 0; i < 3; i++) {
				Attempt attempt = contender.attempt(owner());
				assertThat(((Attempt.Busy) attempt).retryAfter()).isBetween(Duration.ofNanos(1), Duration.ofSeconds(1));
			}
		}
		assertThat(proxied.statements()).noneMatch((sql) -> sql.startsWith("set ") || sql.startsWith("listen"));
	}

	@Test
	void rowThatSomebodyKeepsLockedFailsInTime() throws Exception {
		Lease held = acquire("a", LEASE, 1);
		try (Connection blocker = this.dataSource.getConnection(); Statement statement = blocker.createStatement()) {
			blocker.setAutoCommit(false);
			statement.execute("select * from DISTLOCK_LOCK for update");
			assertOutcome(() -> this.provider.release(held.key(), held.owner()), Outcome.TRANSIENT);
			blocker.rollback();
		}
		release(held);
	}

	/**
	 * Kill the server while a release waits for a row that another session keeps locked:
	 * the request was sent, and no answer comes.
	 */
	private void killWhileReleasing(PostgresServer server, Lease held) throws Exception {
		try (Connection blocker = this.dataSource.getConnection(); Statement statement = blocker.createStatement()) {
			blocker.setAutoCommit(false);
			statement.execute("select * from DISTLOCK_LOCK for update");
			CompletableFuture<LockStoreException> release = CompletableFuture.supplyAsync(
					() -> assertOutcome(() -> this.provider.release(held.key(), held.owner()), Outcome.UNKNOWN));
			JdbcTemplate observer = new JdbcTemplate(this.dataSource);
			Awaitility.await()
				.until(() -> observer.queryForObject(
						"select count(*) from pg_stat_activity where wait_event_type = 'Lock'", Integer.class) == 1);
			server.kill();
			assertThat(release).succeedsWithin(Duration.ofSeconds(30));
		}
		catch (SQLException ex) {
			// The blocker's connection has gone with the server.
		}
	}

	@Test
	void stoppedServerIsTransientWhenConnectingAndUnknownWhenAnswering() throws Exception {
		try (PostgresServer server = new PostgresServer("fsync=off")) {
			server.start();
			this.dataSource = server.dataSource(server.newDatabase());
			new JdbcLockSchema(this.dataSource, "DISTLOCK_").create();
			this.provider = provider(this.dataSource, settings(1));
			Lease held = acquire("a", LEASE, 1);
			killWhileReleasing(server, held);
			assertOutcome(() -> this.provider.release(held.key(), held.owner()), Outcome.TRANSIENT);
			server.start();
			Awaitility.await().ignoreExceptions().until(() -> this.provider.release(held.key(), held.owner()));
			assertThat(acquire("a", LEASE, 1).firstToken()).isGreaterThan(held.lastToken());
			this.provider.close();
		}
	}

	@Test
	void refusedRightsArePermanentAndNotTakenForMissingTable() {
		this.jdbc.execute("create role reader login");
		try {
			this.jdbc.execute("grant select on DISTLOCK_LOCK to reader");
			DataSource reader = new DelegatingDataSource(this.dataSource) {

				@Override
				public Connection getConnection() throws SQLException {
					Connection connection = super.getConnection();
					try (Statement statement = connection.createStatement()) {
						statement.execute("set role reader");
					}
					return connection;
				}

			};
			JdbcLockProvider forbidden = provider(reader, settings(1));
			assertThat(assertOutcome(() -> attempt(forbidden, "a"), Outcome.PERMANENT))
				.isNotInstanceOf(LockTableMissingException.class)
				.hasMessageContaining("UPDATE");
			forbidden.close();
		}
		finally {
			this.jdbc.execute("drop owned by reader");
			this.jdbc.execute("drop role reader");
		}
	}

	@Test
	void tableWithAQuotedNameIsNamedWithTheRemedy() {
		JdbcLockSchema schema = new JdbcLockSchema(this.dataSource, "APP_");
		schema.create();
		this.jdbc.execute("alter table APP_LOCK rename to \"APP_LOCK\"");
		String remedy = "alter table \"APP_LOCK\" rename to APP_LOCK";
		assertThatExceptionOfType(LockTableMissingException.class).isThrownBy(schema::verify)
			.withMessageContaining("'%s'".formatted(remedy))
			.withMessageContaining("create table if not exists APP_LOCK");
		this.jdbc.execute(remedy);
		schema.verify();
	}

	@Test
	void serializableByDefaultIsOverruled() throws Exception {
		this.jdbc.execute("alter database " + this.jdbc.queryForObject("select current_database()", String.class)
				+ " set default_transaction_isolation = 'serializable'");
		this.provider = provider(this.dataSource, settings(8));
		for (int round = 0; round < 20; round++) {
			List<Lease> winners = race("serial", 8);
			assertThat(winners).hasSize(1);
			release(winners.get(0));
		}
	}

	@Test
	void tableThatIgnoresCaseIsRefused() {
		this.jdbc
			.execute("create collation no_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)");
		this.jdbc.execute("alter table DISTLOCK_LOCK alter lock_key type varchar(200) collate no_case");
		assertThatExceptionOfType(DatabaseNotSupportedException.class)
			.isThrownBy(() -> new JdbcLockSchema(this.dataSource, "DISTLOCK_").verify())
			.withMessageContaining("lock_key");
	}

	/**
	 * An index on a column that changes with each release would make the database write
	 * all indexes each time. The minute changes once at most while this runs.
	 */
	@Test
	void busyLockLeavesTheIndexOfThePurgeAlone() throws Exception {
		LockStatements statements = new PostgresStatements(new PostgresSql(Dialects.POSTGRESQL, "DISTLOCK_LOCK"));
		try (Connection connection = this.dataSource.getConnection()) {
			connection.setAutoCommit(false);
			statements.insert(connection, "a", "one", claim("a", LEASE, 1));
			for (int i = 0; i < 10; i++) {
				assertThat(statements.release(connection, "a", "one", Long.MAX_VALUE).isDone()).isTrue();
				assertThat(statements.acquire(connection, "a", "one", claim("a", LEASE, 1), QueuePosition.NONE))
					.isPresent();
			}
			JdbcTemplate session = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
			assertThat(session.queryForObject("""
					select n_tup_upd - n_tup_hot_upd from pg_stat_xact_user_tables
					where relname = 'distlock_lock'""", Long.class)).isBetween(1L, 2L);
		}
	}

	/**
	 * The database takes back what it ended early, so nothing is held that no node knows
	 * of.
	 */
	@Test
	void statementThatTheDatabaseEndsEarlyIsUndone() throws Exception {
		release(acquire("a", LEASE, 1));
		this.jdbc.execute("alter database " + this.jdbc.queryForObject("select current_database()", String.class)
				+ " set statement_timeout = '300ms'");
		JdbcLockProvider limited = provider(this.dataSource, settings(1));
		try (Connection blocker = this.dataSource.getConnection(); Statement statement = blocker.createStatement()) {
			blocker.setAutoCommit(false);
			statement.execute("select * from DISTLOCK_LOCK for update");
			assertThat(assertOutcome(() -> attempt(limited, "a"), Outcome.TRANSIENT))
				.hasMessageContaining("rolled it back")
				.hasMessageContaining("after a timeout");
			blocker.rollback();
		}
		assertThat(attempt(limited, "a")).isInstanceOf(Attempt.Granted.class);
	}

	/**
	 * Its token says that it was granted since.
	 */
	@Test
	void nodeThatFindsTheLockGrantedAgainNeedNotLookAfterTheOneThatItWoke() {
		Lease held = acquire("a", LEASE, 1);
		String key = LockSql.key(held.key());
		try (LockDatabase database = new LockDatabase(this.dataSource, "DISTLOCK_", 1);
				PostgresWakeUps wakeUps = new PostgresWakeUps(() -> {
					throw new SQLException("refused");
				}, new QueueSql.Pass("DISTLOCK_LOCK", "", "", ""));
				Contender contender = new JdbcContender(database, wakeUps, new KnownKeys(KnownKeys.FOREVER),
						claim("a", LEASE, 1), () -> {
						}, Duration.ofSeconds(1))) {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			wakeUps.woken(key, held.lastToken());
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			assertThat(wakeUps.awaited(key)).isEqualTo(held.lastToken());
			wakeUps.woken(key, held.lastToken() - 1);
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			assertThat(wakeUps.awaited(key)).isZero();
		}
	}

	private void untilListening(Contender... contenders) {
		for (Contender contender : contenders) {
			contender.attempt(owner());
		}
		Awaitility.await().until(() -> listeners() >= 1);
		for (Contender contender : contenders) {
			Awaitility.await()
				.until(() -> ((Attempt.Busy) contender.attempt(owner())).retryAfter()
					.compareTo(Duration.ofMillis(900)) > 0);
		}
	}

	private Integer listener() {
		return this.jdbc.queryForObject("""
				select max(pid) from pg_stat_activity where datname = current_database()
				and query like 'listen%'""", Integer.class);
	}

	private int listeners() {
		return this.jdbc.queryForObject("""
				select count(*) from pg_stat_activity where datname = current_database()
				and query like 'listen%'""", Integer.class);
	}

	private long threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("distlock-jdbc-listen"))
			.count();
	}

	private long errors() throws IOException {
		try (Stream<String> lines = Files.lines(PostgresServer.shared().log())) {
			return lines.filter((line) -> line.contains("ERROR")).count();
		}
	}

}
