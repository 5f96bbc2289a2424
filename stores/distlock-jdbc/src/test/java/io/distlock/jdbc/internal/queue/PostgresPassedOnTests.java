// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.PostgresShareSql;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.Permits;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a node does on PostgreSQL where the one that was woken makes no use of a key that
 * several owners hold: it sees to it that the next one is woken. The queue shows who was
 * not woken yet, and no node asks on its own for longer than any test waits.
 */
@Tag("safety")
class PostgresPassedOnTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockKey WRITERS = new LockKey("app", "passed");

	private static final LockKey READERS = WRITERS.in(LockMode.SHARED);

	private static final LockKey PERMITS = WRITERS.in(LockMode.PERMIT);

	private static final LockKey OTHER = new LockKey("app", "other");

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final DataSource dataSource = PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase());

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	@BeforeEach
	void create() {
		new JdbcLockSchema(this.dataSource, "DISTLOCK_").create();
	}

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	@Test
	void nodeThatGaveUpPassesTheReadersOn() throws SQLException {
		JdbcLockProvider writing = provider();
		Lease written = take(writing, WRITERS);
		Contender reader = enter(provider(), READERS);
		giveUp(READERS);
		standInLine(READERS);
		writing.release(WRITERS, written.owner());
		awaitGrant(reader);
		awaitEmpty(READERS);
	}

	@Test
	void readerLooksAfterTheOneThatItWoke() throws SQLException {
		JdbcLockProvider writing = provider();
		Lease written = take(writing, WRITERS);
		Contender reader = enter(provider(), READERS);
		standInLine(READERS);
		standInLine(READERS);
		writing.release(WRITERS, written.owner());
		writing.close();
		awaitGrant(reader);
		awaitEmpty(READERS);
	}

	@Test
	void ownerOfAPermitLooksAfterTheOneThatItWoke() throws SQLException {
		JdbcLockProvider provider = provider();
		List<Lease> permits = List.of(take(provider, PERMITS), take(provider, PERMITS));
		Contender next = enter(provider(), PERMITS);
		standInLine(PERMITS);
		standInLine(PERMITS);
		permits.forEach((permit) -> provider.release(PERMITS, permit.owner()));
		provider.close();
		awaitGrant(next);
		awaitEmpty(PERMITS);
	}

	@Test
	void nodeThatGaveUpPassesAPermitOn() throws SQLException {
		JdbcLockProvider provider = provider();
		Lease permit = take(provider, PERMITS);
		take(provider, PERMITS);
		giveUp(PERMITS);
		standInLine(PERMITS);
		provider.release(PERMITS, permit.owner());
		awaitEmpty(PERMITS);
	}

	@Test
	void writerThatGivesUpWakesTheReadersThatItKeptOut() throws SQLException {
		take(provider(), READERS);
		Contender writer = enter(provider(), WRITERS);
		standInLine(READERS);
		standInLine(READERS);
		writer.close();
		awaitEmpty(READERS);
	}

	@Test
	void noReaderIsWokenWhileAWriterWaits() throws SQLException {
		Lease reading = take(provider(), READERS);
		wakeInVain(READERS);
		this.jdbc.update("insert into DISTLOCK_HOLDER (held_key, member_id, member_token, ends_at, node) "
				+ "values (?, '!writer:x', 0, ?, '')", LockSql.key(READERS), Long.MAX_VALUE);
		assertThat(pass(reading, reading.lastToken())).isZero();
		this.jdbc.update("update DISTLOCK_HOLDER set ends_at = 1 where member_id = '!writer:x'");
		assertThat(pass(reading, reading.lastToken() - 1)).as("after a later grant").isZero();
		assertThat(pass(reading, reading.lastToken())).isOne();
	}

	@Test
	void noneIsWokenWhileAllPermitsAreTaken() throws SQLException {
		JdbcLockProvider provider = provider();
		take(provider, PERMITS);
		Lease last = take(provider, PERMITS);
		wakeInVain(PERMITS);
		assertThat(pass(last, last.lastToken())).isZero();
	}

	@Test
	void noneIsWokenBeforeTheOneThatIsOnItsWay() throws SQLException {
		Lease reading = take(provider(), READERS);
		wakeInVain(READERS);
		this.jdbc.update("update DISTLOCK_LOCK set kept_until = ?", Long.MAX_VALUE);
		assertThat(pass(reading, reading.lastToken())).isZero();
		this.jdbc.update("update DISTLOCK_LOCK set woken = null, kept_until = null");
		assertThat(pass(reading, reading.lastToken())).as("where all have come").isZero();
	}

	@Test
	void lockThatIsKeptForLongerThanItCanBeIsFree() {
		JdbcLockProvider provider = provider();
		for (LockKey key : List.of(WRITERS, READERS, PERMITS)) {
			Lease held = take(provider, key);
			provider.release(key, held.owner());
			this.jdbc.update("update DISTLOCK_LOCK set woken = 1, kept_until = ?", Long.MAX_VALUE);
			assertThat(take(provider, key).lastToken()).as("%s", key).isGreaterThan(0);
			this.jdbc.update("delete from DISTLOCK_LOCK");
			this.jdbc.update("delete from DISTLOCK_HOLDER");
		}
	}

	@Test
	void whoStandsInLineLearnsTheTokenOfTheLock() throws SQLException {
		Lease held = take(provider(), WRITERS);
		QueueNode node = new QueueNode(this.dataSource, WRITERS, "waiting");
		this.opened.add(node);
		for (int i = 0; i < 2; i++) {
			assertThat(node.standInLine().line().token()).isEqualTo(held.lastToken());
		}
	}

	private void wakeInVain(LockKey key) throws SQLException {
		standInLine(key);
		this.jdbc.update("update DISTLOCK_LOCK set woken = 1, kept_until = 1");
	}

	private int pass(Lease lease, long token) {
		String pass = PostgresShareSql.passing("DISTLOCK_LOCK", "DISTLOCK_HOLDER").together();
		return this.jdbc.queryForList(pass, LockSql.key(lease.key()), token).size();
	}

	/**
	 * A node waits that waits for another key as well, and then for that one alone.
	 */
	private void giveUp(LockKey key) {
		take(provider(), OTHER);
		JdbcLockProvider provider = provider();
		enter(provider, OTHER);
		enter(provider, key).close();
	}

	/**
	 * A node stands in line that never comes.
	 */
	private void standInLine(LockKey key) throws SQLException {
		Connection session = this.dataSource.getConnection();
		this.opened.add(session);
		this.jdbc.update(
				"update DISTLOCK_LOCK set waiters = array_append(waiters, cast(? as integer)) where lock_key = ?",
				session.unwrap(PGConnection.class).getBackendPID(), LockSql.key(key));
	}

	private Contender enter(JdbcLockProvider provider, LockKey key) {
		Contender contender = provider.contend(claim(key), () -> {
		});
		this.opened.add(contender);
		int before = waiters(key);
		Awaitility.await().atMost(PATIENCE).until(() -> {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			return waiters(key) > before;
		});
		return contender;
	}

	private int waiters(LockKey key) {
		Integer waiters = this.jdbc.queryForObject(
				"select coalesce(cardinality(waiters), 0) from DISTLOCK_LOCK where lock_key = ?", Integer.class,
				LockSql.key(key));
		return (waiters != null) ? waiters : 0;
	}

	private void awaitEmpty(LockKey key) {
		Awaitility.await().atMost(PATIENCE).until(() -> waiters(key) == 0);
	}

	private static void awaitGrant(Contender contender) {
		Awaitility.await().atMost(PATIENCE).until(() -> contender.attempt(owner()) instanceof Attempt.Granted);
	}

	private Lease take(JdbcLockProvider provider, LockKey key) {
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			return ((Attempt.Granted) contender.attempt(owner())).lease();
		}
	}

	private JdbcLockProvider provider() {
		JdbcLockProvider provider = new JdbcLockProvider(this.dataSource,
				JdbcLockSettings.defaults().withPoolSize(2).withMaxPollInterval(Duration.ofMinutes(1)));
		this.opened.add(provider);
		return provider;
	}

	private static LockClaim claim(LockKey key) {
		return LockClaim.of(key, LONG, 1, "node 1")
			.withPermits((key.mode() == LockMode.PERMIT) ? new Permits(2, 1) : Permits.NONE);
	}

	private static LockOwner owner() {
		return new LockOwner("passed:" + OWNERS.incrementAndGet());
	}

}
