// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.Sql;
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
 * One statement joins those who hold a key together, or leaves them, on PostgreSQL. It
 * does nothing where another session has changed who holds the key after the statement
 * has read that, and before it has locked the row of the key.
 */
@Tag("safety")
class UncontendedSharesTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockKey WRITERS = new LockKey("app", "a");

	private static final LockKey READERS = WRITERS.in(LockMode.SHARED);

	private static final LockKey PERMITS = WRITERS.in(LockMode.PERMIT);

	private static final Permits TWO = new Permits(2, 1);

	private static final int THREADS = 12;

	private static final int ROUNDS = 200;

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private final DataSource dataSource = PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase());

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private final PostgresSql locks = new PostgresSql(Dialects.POSTGRESQL, "DISTLOCK_LOCK");

	private final ShareStatements shares = new ShareStatements(new PostgresShareSql(this.locks, "DISTLOCK_HOLDER"),
			new PostgresStatements(this.locks));

	private final List<JdbcLockProvider> opened = new ArrayList<>();

	private JdbcLockProvider provider;

	@BeforeEach
	void open() {
		new JdbcLockSchema(this.dataSource, "DISTLOCK_").create();
		this.provider = provider();
	}

	@AfterEach
	void close() {
		this.opened.forEach(JdbcLockProvider::close);
	}

	@Test
	void permitsAreTakenAndReturned() throws SQLException {
		this.provider.release(PERMITS, take(PERMITS).owner());
		long last = token(PERMITS);
		long first = join(PERMITS, "one").getAsLong();
		long second = join(PERMITS, "two").getAsLong();
		assertThat(first).isGreaterThan(last);
		assertThat(second).isGreaterThan(first);
		assertThat(join(PERMITS, "three")).as("a third of two permits").isEmpty();
		assertThat(ask(PERMITS)).isInstanceOf(Attempt.Busy.class);
		assertThat(leave(PERMITS, "one")).isTrue();
		assertThat(leave(PERMITS, "one")).as("left twice").isFalse();
		assertThat(join(PERMITS, "three")).isPresent();
		assertThat(leave(PERMITS, "two")).isTrue();
		assertThat(leave(PERMITS, "three")).isTrue();
		assertThat(holders()).isZero();
	}

	@Test
	void readersComeAndGo() throws SQLException {
		this.provider.release(READERS, take(READERS).owner());
		long last = token(READERS);
		assertThat(join(READERS, "one")).hasValue(last);
		assertThat(join(READERS, "two")).hasValue(last);
		assertThat(leave(READERS, "one")).isTrue();
		assertThat(ask(WRITERS)).isInstanceOf(Attempt.Busy.class);
		assertThat(leave(READERS, "two")).isTrue();
		assertThat(take(WRITERS).lastToken()).isGreaterThan(last);
		assertThat(join(READERS, "three")).as("a reader beside a writer").isEmpty();
	}

	/**
	 * The last one to leave had the shortest lease.
	 */
	@Test
	void keyIsClosedForAsLongAsOneReads() throws SQLException {
		this.provider.release(READERS, take(READERS).owner());
		join(READERS, "one");
		join(READERS, "two");
		this.jdbc.update("update DISTLOCK_HOLDER set ends_at = ends_at - 1000000 where member_id = 'two'");
		leave(READERS, "one");
		assertThat(this.jdbc.queryForObject("select max(ends_at) = max(expires_at) from DISTLOCK_HOLDER, DISTLOCK_LOCK",
				Boolean.class))
			.isTrue();
	}

	@Test
	void whoHoldsTheKeyIsNotGrantedItAnew() throws SQLException {
		for (LockKey key : List.of(PERMITS, READERS)) {
			Lease lease = take(key);
			assertThat(join(key, lease.owner().id())).isEmpty();
			assertThat(((Attempt.Granted) ask(key, lease.owner())).lease().lastToken()).isEqualTo(lease.lastToken());
		}
	}

	@Test
	void lapsedLeasesAreLeftToTheTransaction() throws SQLException {
		for (LockKey key : List.of(PERMITS, READERS)) {
			LockOwner lapsed = take(key).owner();
			this.jdbc.update("update DISTLOCK_HOLDER set ends_at = 1 where member_id = ?", lapsed.id());
			assertThat(join(key, "one")).isEmpty();
			take(key);
			assertThat(this.provider.release(key, lapsed)).isFalse();
		}
	}

	@Test
	void otherNumberOfPermitsIsLeftToTheTransaction() throws SQLException {
		this.provider.release(PERMITS, take(PERMITS).owner());
		assertThat(join(PERMITS, "one", new Permits(2, 2))).isEmpty();
		assertThat(join(PERMITS, "one", new Permits(3, 1))).isEmpty();
		assertThat(join(PERMITS, "one", new Permits(2, 1))).isPresent();
	}

	@Test
	void numberOfPermitsIsDeclaredAnew() throws SQLException {
		this.provider.release(PERMITS, take(PERMITS).owner());
		this.jdbc.update("update DISTLOCK_HOLDER set ends_at = 1 where member_id = '!permits'");
		join(PERMITS, "one");
		assertThat(ask(PERMITS, new Permits(1, 0))).as("beside a permit of two that count still")
			.isInstanceOf(Attempt.Granted.class);
	}

	@Test
	void permitsAreCountedAnewWhereAnotherOwnerTakesOneMeanwhile() throws Exception {
		this.provider.release(PERMITS, take(PERMITS).owner());
		OptionalLong late = meanwhile(PERMITS, (connection) -> join(connection, PERMITS, "first", TWO),
				(connection) -> join(connection, PERMITS, "late", TWO));
		assertThat(late).isEmpty();
		take(PERMITS);
		assertThat(ask(PERMITS)).isInstanceOf(Attempt.Busy.class);
	}

	@Test
	void lastPermitThatAnotherTakesMeanwhileIsNotTakenTwice() throws Exception {
		take(PERMITS);
		OptionalLong late = meanwhile(PERMITS, (connection) -> join(connection, PERMITS, "first", TWO),
				(connection) -> join(connection, PERMITS, "late", TWO));
		assertThat(late).isEmpty();
		assertThat(ask(PERMITS)).isInstanceOf(Attempt.Busy.class);
	}

	@Test
	void readerStaysOutWhereAWriterLeavesItsMarkMeanwhile() throws Exception {
		take(READERS);
		OptionalLong late = meanwhile(READERS,
				(connection) -> Sql.update(connection,
						"insert into DISTLOCK_HOLDER (held_key, member_id, member_token, ends_at, node) "
								+ "values (?, '!writer:x', 0, ?, '')",
						LockSql.key(READERS), Long.MAX_VALUE),
				(connection) -> join(connection, READERS, "late", Permits.NONE));
		assertThat(late).isEmpty();
		assertThat(ask(READERS)).isInstanceOf(Attempt.Busy.class);
	}

	@Test
	void permitThatIsReturnedWhileTheLastOneIsTakenIsHadByTheNext() throws Exception {
		LockOwner leaving = take(PERMITS).owner();
		boolean left = meanwhile(PERMITS, (connection) -> join(connection, PERMITS, "first", TWO),
				(connection) -> this.shares.releaseUncontended(connection, LockMode.PERMIT, LockSql.key(PERMITS),
						leaving.id()));
		assertThat(left).isFalse();
		assertThat(this.provider.release(PERMITS, leaving)).isTrue();
		take(PERMITS);
	}

	@Test
	void lastReadersThatLeaveTogetherOpenTheKey() throws Exception {
		LockOwner first = take(READERS).owner();
		LockOwner second = take(READERS).owner();
		boolean left = meanwhile(READERS,
				(connection) -> this.shares.releaseUncontended(connection, LockMode.SHARED, LockSql.key(READERS),
						first.id()),
				(connection) -> this.shares.releaseUncontended(connection, LockMode.SHARED, LockSql.key(READERS),
						second.id()));
		assertThat(left).isFalse();
		assertThat(this.provider.release(READERS, second)).isTrue();
		take(WRITERS);
	}

	/**
	 * Owners come, renew, ask and leave twice, and some let their leases be ended by
	 * force; both ways are taken.
	 */
	@Test
	void neverAreMorePermitsHeldThanThereAre() throws Exception {
		AtomicInteger held = new AtomicInteger();
		Queue<Long> tokens = new ConcurrentLinkedQueue<>();
		race((provider) -> {
			LockOwner owner = owner();
			if (ask(provider, PERMITS, owner, TWO) instanceof Attempt.Granted granted) {
				assertThat(held.incrementAndGet()).as("permits held").isLessThanOrEqualTo(2);
				tokens.add(granted.lease().lastToken());
				assertThat(ask(provider, PERMITS, owner, TWO)).isInstanceOf(Attempt.Granted.class);
				held.decrementAndGet();
				assertThat(provider.release(PERMITS, owner)).isTrue();
				assertThat(provider.release(PERMITS, owner)).as("repeated").isTrue();
			}
		});
		assertThat(tokens).doesNotHaveDuplicates().isNotEmpty();
		assertThat(holders()).isZero();
		assertThat(this.jdbc.queryForObject("select expires_at from DISTLOCK_LOCK", Long.class)).isNotPositive();
	}

	@Test
	void readersAndWritersExcludeEachOther() throws Exception {
		AtomicInteger held = new AtomicInteger();
		race((provider) -> {
			boolean writes = ThreadLocalRandom.current().nextInt(4) == 0;
			LockKey key = writes ? WRITERS : READERS;
			int weight = writes ? 1000 : 1;
			LockOwner owner = owner();
			if (ask(provider, key, owner, Permits.NONE) instanceof Attempt.Granted) {
				int now = held.addAndGet(weight);
				assertThat(writes ? now == 1000 : now < 1000).as("%s beside %d", key, now).isTrue();
				held.addAndGet(-weight);
				assertThat(provider.release(key, owner)).isTrue();
			}
		});
		assertThat(holders()).isZero();
		take(WRITERS);
	}

	private void race(Consumer<JdbcLockProvider> round) throws Exception {
		List<JdbcLockProvider> nodes = List.of(provider(), provider(), provider());
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try {
			List<Future<?>> running = new ArrayList<>();
			for (int thread = 0; thread < THREADS; thread++) {
				JdbcLockProvider node = nodes.get(thread % nodes.size());
				running.add(threads.submit(() -> {
					for (int i = 0; i < ROUNDS; i++) {
						round.accept(node);
					}
				}));
			}
			for (Future<?> each : running) {
				each.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	// Lets a statement come late: it has read who holds the key, and waits for the row of
	// the key, when another session changes that.
	private <T> T meanwhile(LockKey key, Work<?> first, Work<T> late) throws Exception {
		try (Connection changing = this.dataSource.getConnection();
				Connection waiting = this.dataSource.getConnection()) {
			changing.setAutoCommit(false);
			Sql.update(changing, "update DISTLOCK_LOCK set updated_at = updated_at where lock_key = ?",
					LockSql.key(key));
			first.run(changing);
			int session = waiting.unwrap(PGConnection.class).getBackendPID();
			CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> {
				try {
					return late.run(waiting);
				}
				catch (SQLException ex) {
					throw new IllegalStateException(ex);
				}
			});
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> result.isDone() || this.jdbc.queryForObject(
						"select count(*) from pg_stat_activity where pid = ? and wait_event_type = 'Lock'",
						Integer.class, session) == 1);
			assertThat(result).as("before the change is committed").isNotDone();
			changing.commit();
			return result.get();
		}
	}

	private OptionalLong join(LockKey key, String owner) throws SQLException {
		return join(key, owner, (key == PERMITS) ? TWO : Permits.NONE);
	}

	private OptionalLong join(LockKey key, String owner, Permits permits) throws SQLException {
		try (Connection connection = this.dataSource.getConnection()) {
			return join(connection, key, owner, permits);
		}
	}

	private OptionalLong join(Connection connection, LockKey key, String owner, Permits permits) throws SQLException {
		return this.shares.acquireUncontended(connection, LockSql.key(key), owner,
				LockClaim.of(key, LONG, 1, "node 1").withPermits(permits));
	}

	private boolean leave(LockKey key, String owner) throws SQLException {
		try (Connection connection = this.dataSource.getConnection()) {
			return this.shares.releaseUncontended(connection, key.mode(), LockSql.key(key), owner);
		}
	}

	private long token(LockKey key) {
		Long token = this.jdbc.queryForObject("select token from DISTLOCK_LOCK where lock_key = ?", Long.class,
				LockSql.key(key));
		return (token != null) ? token : 0;
	}

	private int holders() {
		Integer holders = this.jdbc.queryForObject("select count(*) from DISTLOCK_HOLDER where member_id not like '!%'",
				Integer.class);
		return (holders != null) ? holders : 0;
	}

	private Lease take(LockKey key) {
		return ((Attempt.Granted) ask(key)).lease();
	}

	private Attempt ask(LockKey key) {
		return ask(key, owner());
	}

	private Attempt ask(LockKey key, LockOwner owner) {
		return ask(this.provider, key, owner, (key == PERMITS) ? TWO : Permits.NONE);
	}

	private Attempt ask(LockKey key, Permits permits) {
		return ask(this.provider, key, owner(), permits);
	}

	private static Attempt ask(JdbcLockProvider provider, LockKey key, LockOwner owner, Permits permits) {
		try (Contender contender = provider.contend(LockClaim.of(key, LONG, 1, "node 1").withPermits(permits), () -> {
		})) {
			return contender.attempt(owner);
		}
	}

	private static LockOwner owner() {
		return new LockOwner("uncontended:" + OWNERS.incrementAndGet());
	}

	private JdbcLockProvider provider() {
		JdbcLockProvider created = new JdbcLockProvider(this.dataSource, JdbcLockSettings.defaults().withPoolSize(4));
		this.opened.add(created);
		return created;
	}

	/**
	 * Work on a connection.
	 *
	 * @param <T> what it results in
	 */
	private interface Work<T> {

		T run(Connection connection) throws SQLException;

	}

}
