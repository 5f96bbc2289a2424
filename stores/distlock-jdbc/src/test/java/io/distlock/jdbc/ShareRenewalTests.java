// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.contract.Renewed;
import io.distlock.contract.Renewed.Outcome;
import io.distlock.jdbc.JdbcSharesTests.Database;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.Permits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many leases of shared locks and permits are renewed at once, each as it would be by
 * itself. HSQLDB can only wait for rows that others have locked, so it renews one by one.
 */
@Tag("safety")
@Tag("databases")
class ShareRenewalTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final Duration LONGER = Duration.ofMinutes(30);

	/**
	 * A statement for each lease would be many more: lock the rows, write the new ends,
	 * read who still holds them, and write what the rows of the keys tell of them.
	 */
	private static final int STATEMENTS = 4;

	private static final Executor THREADS = (task) -> new Thread(task).start();

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private final List<JdbcLockProvider> opened = new ArrayList<>();

	private JdbcTemplate jdbc;

	private CountingDataSource counting;

	private JdbcLockProvider provider;

	@AfterEach
	void close() {
		this.opened.forEach(JdbcLockProvider::close);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HSQLDB")
	void manyLeasesCostAFewStatements(Database database) {
		open(database);
		for (LockMode mode : List.of(LockMode.SHARED, LockMode.PERMIT)) {
			List<Lease> leases = take(mode, 64);
			Renewed.of(this.provider, leases);
			this.counting.reset();
			assertThat(Renewed.lost(this.provider, leases)).isEmpty();
			System.out.printf("%s, %s: %d statements for 64 leases%n", database, mode,
					this.counting.statements().size());
			assertThat(this.counting.statements()).as("what 64 leases cost").hasSizeLessThanOrEqualTo(STATEMENTS);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HSQLDB")
	void eachLeaseOfManyIsToldAsItIsByItself(Database database) throws Exception {
		open(database);
		Lease kept = take(key("kept", LockMode.SHARED), LONG);
		Lease lapsed = lapse(take(key("lapsed", LockMode.SHARED), LONG));
		Lease released = take(key("released", LockMode.SHARED), LONG);
		this.provider.release(released.key(), released.owner());
		Lease deleted = take(key("deleted", LockMode.PERMIT), LONG);
		this.jdbc.update("delete from DISTLOCK_LOCK where lock_key = ?", LockSql.key(deleted.key()));
		Lease locked = take(key("locked", LockMode.SHARED), LONG);
		Lease overtaken = lapse(take(key("overtaken", LockMode.SHARED), LONG));
		this.jdbc.update("update DISTLOCK_LOCK set expires_at = 1 where lock_key = ?", LockSql.key(overtaken.key()));
		take(key("overtaken", LockMode.EXCLUSIVE), LONG);
		LockKey permits = key("permits", LockMode.PERMIT);
		Lease permit = take(permits, LONG);
		Lease returned = take(permits, LONG);
		this.provider.release(permits, returned.owner());
		Lease expired = lapse(take(permits, LONG));
		List<Lease> leases = List.of(kept, lapsed, released, deleted, locked, overtaken, permit, returned, expired);
		try (LockedRow row = new LockedRow(this.jdbc.getDataSource(), locked.key())) {
			Renewed together = Renewed.of(this.provider, leases);
			assertThat(leases.stream().map(together::outcome)).containsExactly(Outcome.KEPT, Outcome.KEPT, Outcome.LOST,
					Outcome.LOST, Outcome.UNKNOWN, Outcome.LOST, Outcome.KEPT, Outcome.LOST, Outcome.KEPT);
			assertThat(leases.stream().map((lease) -> Renewed.of(this.provider, List.of(lease)).outcome(lease)))
				.containsExactlyElementsOf(leases.stream().map(together::outcome).toList());
		}
		assertThat(Renewed.lost(this.provider, leases)).containsExactly(released, deleted, overtaken, returned);
		assertThat(ask(key("lapsed", LockMode.EXCLUSIVE), LONG)).isInstanceOf(Attempt.Busy.class);
		assertThat(ask(permits, LONG)).as("a third of two permits").isInstanceOf(Attempt.Busy.class);
	}

	@ParameterizedTest
	@EnumSource(names = { "POSTGRESQL", "MARIADB", "MYSQL" })
	void rowThatOthersLockAllTheTimeIsRenewedInItsTurn(Database database) throws Exception {
		open(database);
		Lease lease = take(key("busy", LockMode.PERMIT), LONG);
		AtomicBoolean done = new AtomicBoolean();
		List<CompletableFuture<Void>> others = IntStream.range(0, 8)
			.mapToObj((number) -> CompletableFuture.runAsync(() -> lockUntil(done, lease), THREADS))
			.toList();
		try {
			assertThat(Renewed.of(this.provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.KEPT);
		}
		finally {
			done.set(true);
			others.forEach(CompletableFuture::join);
		}
	}

	/**
	 * Keep a row locked for longer than the pauses between two looks at it, and queue for
	 * it at once again.
	 */
	private void lockUntil(AtomicBoolean done, Lease lease) {
		while (!done.get()) {
			try (LockedRow row = new LockedRow(this.jdbc.getDataSource(), lease.key())) {
				TimeUnit.MILLISECONDS.sleep(50);
			}
			catch (SQLException | InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void keyIsClosedUntilTheLastOfItsLeasesEnds(Database database) {
		open(database);
		List<Lease> leases = new ArrayList<>();
		for (LockMode mode : List.of(LockMode.SHARED, LockMode.PERMIT)) {
			for (Duration lease : List.of(LONG, LONGER)) {
				leases.add(take(key("key " + mode, mode), lease));
			}
		}
		leases.forEach(this::lapse);
		this.jdbc.update("update DISTLOCK_LOCK set expires_at = 1");
		Collections.reverse(leases);
		assertThat(Renewed.lost(this.provider, leases)).isEmpty();
		for (Lease lease : leases) {
			String key = LockSql.key(lease.key());
			Long last = this.jdbc.queryForObject(
					"select max(ends_at) from DISTLOCK_HOLDER where held_key = ? and member_id not like '!%'",
					Long.class, key);
			assertThat(this.jdbc.queryForObject("select expires_at from DISTLOCK_LOCK where lock_key = ?", Long.class,
					key))
				.isEqualTo(last);
			assertThat(endOf(lease)).isGreaterThan(LONG.toNanos() / 1000);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HSQLDB")
	void batchThatTheDatabaseUndoesIsRenewedOneByOne(Database database) {
		open(database);
		List<Lease> leases = take(LockMode.SHARED, 3);
		SQLException[] deadlocks = Stream.generate(() -> new SQLException("Deadlock found", "40001"))
			.limit(5)
			.toArray(SQLException[]::new);
		this.counting.failNext(deadlocks);
		assertThat(Renewed.lost(this.provider, leases)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HSQLDB")
	void batchThatFailsConcernsNoOther(Database database) {
		open(database);
		List<Lease> leases = take(LockMode.SHARED, 66);
		this.counting.failNext(new SQLException("The batch failed", "HY000"));
		Renewed renewed = Renewed.of(this.provider, leases);
		assertThat(renewed.outcome(leases.get(0))).isIn(Outcome.UNKNOWN, Outcome.KEPT);
		assertThat(renewed.outcome(leases.get(64))).isEqualTo(Outcome.KEPT);
		assertThat(renewed.outcome(leases.get(65))).isEqualTo(Outcome.KEPT);
	}

	/**
	 * The purge of owners that ended long ago takes their rows without that of the key.
	 */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HSQLDB")
	void ownerThatIsPurgedMeanwhileHasLostItsLease(Database database) {
		open(database);
		List<Lease> leases = take(LockMode.SHARED, 3);
		Lease purged = leases.get(1);
		this.counting.before((sql) -> {
			if (sql.startsWith("update DISTLOCK_HOLDER")) {
				this.jdbc.update("delete from DISTLOCK_HOLDER where member_id = ?", purged.owner().id());
			}
		});
		assertThat(Renewed.lost(this.provider, leases)).containsExactly(purged);
		assertThat(endOf(leases.get(0))).isPositive();
	}

	private List<Lease> take(LockMode mode, int count) {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			leases.add(take(key("%s %02d".formatted(mode, i), mode), LONG));
		}
		return leases;
	}

	private static LockKey key(String name, LockMode mode) {
		return new LockKey("app", name, mode);
	}

	private long endOf(Lease lease) {
		Long end = this.jdbc.queryForObject("select coalesce(max(ends_at), 0) from DISTLOCK_HOLDER where member_id = ?",
				Long.class, lease.owner().id());
		return (end != null) ? end : 0;
	}

	private Lease lapse(Lease lease) {
		assertThat(this.jdbc.update("update DISTLOCK_HOLDER set ends_at = 1 where member_id = ?", lease.owner().id()))
			.isOne();
		return lease;
	}

	private void open(Database database) {
		DataSource dataSource = database.dataSource(database.url());
		this.counting = new CountingDataSource(dataSource);
		this.jdbc = new JdbcTemplate(dataSource);
		new JdbcLockSchema(dataSource, "DISTLOCK_").create();
		this.provider = provider(this.counting);
	}

	private JdbcLockProvider provider(DataSource dataSource) {
		JdbcLockProvider created = new JdbcLockProvider(dataSource, JdbcLockSettings.defaults().withPoolSize(8));
		this.opened.add(created);
		return created;
	}

	private Lease take(LockKey key, Duration lease) {
		return ((Attempt.Granted) ask(key, lease)).lease();
	}

	private Attempt ask(LockKey key, Duration lease) {
		LockClaim claim = LockClaim.of(key, lease, 1, "node 1")
			.withPermits((key.mode() == LockMode.PERMIT) ? new Permits(2, 1) : Permits.NONE);
		try (Contender contender = this.provider.contend(claim, () -> {
		})) {
			return contender.attempt(new LockOwner("renewed:" + OWNERS.incrementAndGet()));
		}
	}

}
