// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.contract.Renewed;
import io.distlock.contract.Renewed.Outcome;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.Permits;
import io.distlock.provider.RenewalListener;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.MySqlServer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Shared locks and permits in the rows of a database, on each that runs here.
 */
@Tag("safety")
@Tag("databases")
class JdbcSharesTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final LockKey WRITERS = new LockKey("app", "a");

	private static final LockKey READERS = WRITERS.in(LockMode.SHARED);

	private static final LockKey PERMITS = WRITERS.in(LockMode.PERMIT);

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
	@EnumSource
	void keyThatIsSharedByNoOwnerIsFreedByAForcedReleaseAndByWhoWaits(Database database) {
		open(database);
		for (boolean forced : List.of(true, false)) {
			take(READERS, LONG);
			this.jdbc.update("delete from DISTLOCK_HOLDER");
			assertThat(ask(WRITERS, LONG)).isInstanceOf(Attempt.Busy.class);
			if (forced) {
				assertThat(this.provider.forceRelease(WRITERS)).isPresent();
				this.provider.release(WRITERS, take(WRITERS, LONG).owner());
				continue;
			}
			try (Contender writer = this.provider.contend(claim(WRITERS, LONG), () -> {
			})) {
				Awaitility.await().atMost(PATIENCE).until(() -> writer.attempt(owner()) instanceof Attempt.Granted);
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void numberOfPermitsThatIsNoneIsReplaced(Database database) {
		open(database);
		for (String broken : List.of("x", "-1", "99999999999")) {
			Lease first = take(PERMITS, LONG);
			this.jdbc.update("update DISTLOCK_HOLDER set node = ? where member_id = '!permits'", broken);
			assertThat(this.provider.release(PERMITS, first.owner())).as(broken).isTrue();
			this.jdbc.update("update DISTLOCK_HOLDER set node = ? where member_id = '!permits'", broken);
			Lease second = take(PERMITS, LONG);
			assertThat(this.provider.release(PERMITS, second.owner())).as(broken).isTrue();
		}
	}

	/**
	 * A lease that ended is renewed if it was taken by no other owner; then it must hold.
	 */
	@ParameterizedTest
	@EnumSource
	void readerThatComesBackAfterTheLastOneLeftShutsWritersOut(Database database) {
		open(database);
		Lease late = take(READERS, LONG);
		Lease other = take(READERS, LONG);
		lapse(late);
		assertThat(this.provider.release(READERS, other.owner())).isTrue();
		assertThat(Renewed.of(this.provider, List.of(late)).outcome(late)).isEqualTo(Outcome.KEPT);
		assertThat(ask(WRITERS, LONG)).as("what a writer gets beside a reader").isInstanceOf(Attempt.Busy.class);
		assertThat(this.provider.release(READERS, late.owner())).isTrue();
		take(WRITERS, LONG);
	}

	@ParameterizedTest
	@EnumSource
	void readerThatComesBackAfterAWriterIsLost(Database database) {
		open(database);
		Lease late = take(READERS, LONG);
		lapse(late);
		this.jdbc.update("update DISTLOCK_LOCK set expires_at = 1");
		Lease writer = take(WRITERS, LONG);
		assertThat(Renewed.lost(this.provider, List.of(late))).containsExactly(late);
		assertThat(this.provider.release(READERS, late.owner())).isFalse();
		this.provider.release(WRITERS, writer.owner());
		assertThat(Renewed.lost(this.provider, List.of(late))).containsExactly(late);
		take(READERS, LONG);
		assertThat(Renewed.lost(this.provider, List.of(late))).containsExactly(late);
	}

	@ParameterizedTest
	@EnumSource
	@Tag("timing")
	void ofManyWhoTakeANewKeyAtOnceAllReadAndAsManyHavePermits(Database database) throws Exception {
		open(database);
		for (int round = 0; round < 40; round++) {
			LockKey readers = new LockKey("app", "new" + round, LockMode.SHARED);
			List<Attempt> reading = AbstractJdbcLockProviderTests
				.together(Collections.<Callable<Attempt>>nCopies(6, () -> ask(readers, LONG)));
			assertThat(reading).allMatch(Attempt.Granted.class::isInstance);
			assertThat(reading.stream().map((attempt) -> ((Attempt.Granted) attempt).lease().lastToken()).distinct())
				.as("tokens of readers")
				.hasSize(1);
			LockKey permits = readers.in(LockMode.PERMIT);
			assertThat(AbstractJdbcLockProviderTests
				.together(Collections.<Callable<Attempt>>nCopies(6, () -> ask(permits, LONG))))
				.filteredOn(Attempt.Granted.class::isInstance)
				.hasSize(2);
		}
	}

	/**
	 * Neighbouring keys that come and go together: neither gap locks nor the order of
	 * rows may make a request fail.
	 */
	@ParameterizedTest
	@EnumSource
	@Tag("timing")
	void requestsForNeighbouringKeysNeverFail(Database database) throws Exception {
		open(database);
		JdbcLockProvider purging = provider(
				JdbcLockSettings.defaults().withPoolSize(2).withPurgeAfter(Duration.ofNanos(1000)));
		List<AtomicInteger> writers = List.of(new AtomicInteger(), new AtomicInteger(), new AtomicInteger());
		List<Callable<Integer>> nodes = new ArrayList<>();
		for (int node = 0; node < 6; node++) {
			Random random = new Random(node);
			nodes.add(() -> cycles(random, writers));
		}
		nodes.add(() -> {
			int purged = 0;
			for (int i = 0; i < 30; i++) {
				purged += purging.purge();
			}
			return purged;
		});
		AbstractJdbcLockProviderTests.together(nodes);
		assertThat(this.provider.heldLocks(100)).isEmpty();
	}

	private int cycles(Random random, List<AtomicInteger> holders) {
		LockMode[] modes = LockMode.values();
		int granted = 0;
		for (int i = 0; i < 60; i++) {
			int number = random.nextInt(3);
			LockKey key = new LockKey("app", "near" + number, modes[random.nextInt(modes.length)]);
			if (ask(key, LONG) instanceof Attempt.Granted attempt) {
				granted++;
				if (key.mode() != LockMode.PERMIT) {
					check(key.mode(), holders.get(number));
				}
				keep(attempt.lease());
				assertThat(this.provider.release(key, attempt.lease().owner())).isTrue();
			}
		}
		return granted;
	}

	/**
	 * Renew as the watchdog does: a lease whose row other sessions lock at each look is
	 * neither kept nor lost, and renewed again.
	 */
	private void keep(Lease lease) {
		for (int refused = 0; refused < 10; refused++) {
			try {
				assertThat(Renewed.lost(this.provider, List.of(lease))).isEmpty();
				return;
			}
			catch (LockStoreException ex) {
				assertThat(ex).hasMessageContaining("another session has locked its row");
			}
		}
		throw new AssertionError("The row of %s was locked ten times".formatted(lease));
	}

	private static void check(LockMode mode, AtomicInteger holders) {
		int step = (mode == LockMode.EXCLUSIVE) ? 1000 : 1;
		int held = holders.addAndGet(step);
		assertThat((mode == LockMode.EXCLUSIVE) ? held == 1000 : held < 1000).as("%s beside %d", mode, held).isTrue();
		holders.addAndGet(-step);
	}

	@ParameterizedTest
	@EnumSource
	void exclusiveLocksCostTheSameAfterReaders(Database database) {
		open(database);
		cycle(WRITERS);
		this.counting.reset();
		cycle(WRITERS);
		List<String> before = this.counting.statements();
		cycle(READERS);
		this.counting.reset();
		cycle(WRITERS);
		assertThat(this.counting.statements()).isEqualTo(before).noneMatch((sql) -> sql.contains("DISTLOCK_HOLDER"));
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HSQLDB")
	void lockedRowOfASharedLockKeepsNoOtherLeaseFromBeingRenewed(Database database) throws Exception {
		open(database);
		LockKey other = new LockKey("app", "z");
		List<Lease> leases = List.of(take(READERS, LONG), take(other, LONG), take(other.in(LockMode.PERMIT), LONG));
		List<Lease> told = new ArrayList<>();
		try (LockedRow row = new LockedRow(this.jdbc.getDataSource(), READERS)) {
			this.provider.renew(leases, new RenewalListener() {

				@Override
				public void kept(Lease lease) {
					told.add(lease);
				}

				@Override
				public void lost(Lease lease) {
					throw new AssertionError("Lost: " + lease);
				}

				@Override
				public void unknown(Lease lease, Throwable cause) {
					told.add(lease);
				}

			});
		}
		assertThat(told).as("told in the end, of what is locked").hasSize(3).endsWith(leases.get(0));
		assertThat(Renewed.lost(this.provider, leases)).isEmpty();
	}

	/**
	 * Not all permits are taken, so that the row of the key tells of no lease.
	 */
	@ParameterizedTest
	@EnumSource
	void purgeForgetsNoPermitThatIsHeld(Database database) {
		open(database);
		assertSurvivesPurge(take(PERMITS, LONG));
	}

	@ParameterizedTest
	@EnumSource
	void purgeForgetsNoPermitThatIsHeldWhereAllWere(Database database) {
		open(database);
		Lease held = take(PERMITS, LONG);
		Lease other = take(PERMITS, LONG);
		this.provider.release(PERMITS, other.owner());
		assertSurvivesPurge(held);
	}

	private void assertSurvivesPurge(Lease held) {
		long far = Duration.ofMinutes(5).toNanos() / 1000;
		// As if five minutes had gone by since any node asked for a permit.
		this.jdbc.update("update DISTLOCK_LOCK set updated_at = updated_at - ?, token = token - ?", far, far);
		this.jdbc.update("update DISTLOCK_HOLDER set ends_at = ends_at - ?", far);
		provider(JdbcLockSettings.defaults().withPoolSize(2).withPurgeAfter(Duration.ofMinutes(1))).purge();
		assertThat(Renewed.lost(this.provider, List.of(held))).isEmpty();
		take(PERMITS, LONG);
		assertThat(ask(PERMITS, LONG)).as("a third of two permits").isInstanceOf(Attempt.Busy.class);
	}

	@ParameterizedTest
	@EnumSource
	void rowsOfHoldersThatCrashedArePurged(Database database) {
		open(database);
		take(READERS, Duration.ofMillis(1));
		take(PERMITS, Duration.ofMillis(1));
		this.jdbc.update("update DISTLOCK_HOLDER set ends_at = 1");
		JdbcLockProvider purging = provider(
				JdbcLockSettings.defaults().withPoolSize(2).withPurgeAfter(Duration.ofNanos(1000)));
		assertThat(purging.purge()).isPositive();
		assertThat(this.jdbc.queryForObject("select count(*) from DISTLOCK_HOLDER", Integer.class)).isZero();
	}

	/**
	 * One node goes without asking for as long as it may; it is the lease that ends first
	 * that it waits for.
	 */
	@ParameterizedTest
	@EnumSource
	void permitOfAHolderThatCrashedIsHadWhenItsLeaseEnds(Database database) {
		open(database);
		JdbcLockProvider patient = provider(
				JdbcLockSettings.defaults().withPoolSize(2).withMaxPollInterval(Duration.ofMinutes(1)));
		take(PERMITS, LONG);
		take(PERMITS, Duration.ofSeconds(20));
		try (Contender contender = patient.contend(claim(PERMITS, LONG), () -> {
		})) {
			Awaitility.await()
				.atMost(PATIENCE)
				.untilAsserted(() -> assertThat(contender.attempt(owner())).isInstanceOfSatisfying(Attempt.Busy.class,
						(busy) -> assertThat(busy.retryAfter()).isPositive().isLessThan(Duration.ofSeconds(21))));
		}
	}

	/**
	 * PostgreSQL keeps the free lock for the node that it has woken instead.
	 */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
	void writerThatWaitsComesNextWhenTheReadersHaveGone(Database database) {
		open(database);
		JdbcLockProvider patient = provider(
				JdbcLockSettings.defaults().withPoolSize(2).withMaxPollInterval(Duration.ofMinutes(1)));
		Lease reader = take(READERS, LONG);
		try (Contender writer = patient.contend(claim(WRITERS, LONG), () -> {
		})) {
			for (int i = 0; i < 3; i++) {
				assertThat(writer.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			}
			assertThat(this.provider.release(READERS, reader.owner())).isTrue();
			assertThat(ask(READERS, LONG)).as("a reader that comes later").isInstanceOf(Attempt.Busy.class);
			Attempt.Granted written = (Attempt.Granted) writer.attempt(owner());
			assertThat(this.provider.release(WRITERS, written.lease().owner())).isTrue();
		}
		take(READERS, LONG);
	}

	@ParameterizedTest
	@EnumSource
	void forcedReleaseOfReadersIsAsDurableAsAnyOther(Database database) {
		open(database);
		take(READERS, LONG);
		Lease second = take(READERS, LONG);
		this.counting.reset();
		assertThat(this.provider.forceRelease(WRITERS)).isPresent();
		assertThat(this.counting.statements()).noneMatch((sql) -> sql.contains("synchronous_commit"));
		assertThat(Renewed.lost(this.provider, List.of(second))).containsExactly(second);
		take(WRITERS, LONG);
	}

	/**
	 * As after an upgrade, before the new table is made.
	 */
	@ParameterizedTest
	@EnumSource
	void withoutTheirTableExclusiveLocksWorkAndOthersTellTheRemedy(Database database) {
		open(database);
		this.jdbc.execute("drop table DISTLOCK_HOLDER");
		Lease lease = take(WRITERS, LONG);
		LockTableMissingException missing = catchThrowableOfType(LockTableMissingException.class,
				() -> ask(PERMITS, LONG));
		assertThat(missing.getTableName()).isEqualTo("DISTLOCK_HOLDER");
		assertThat(missing.getCreateStatement()).contains("DISTLOCK_HOLDER").contains("member_id");
		assertThat(this.provider.heldLocks(10)).hasSize(1);
		assertThat(this.provider.forceRelease(WRITERS)).isPresent();
		assertThat(this.provider.release(WRITERS, lease.owner())).isFalse();
		this.provider.purge();
		new JdbcLockSchema(this.counting, "DISTLOCK_").create();
		take(PERMITS, LONG);
	}

	/**
	 * A driver may tell how many rows a statement changed, and not how many it found.
	 */
	@ParameterizedTest
	@EnumSource(names = { "MARIADB", "MYSQL" })
	void rowThatStaysAsItIsIsStillFound(Database database) {
		open(database.url() + "&useAffectedRows=true", database);
		List<Lease> reading = List.of(take(READERS, LONG), take(READERS, LONG));
		Lease same = reading.get(0);
		Lease shorter = Lease.of(READERS, same.owner(), Duration.ofSeconds(1), same.firstToken(), same.lastToken());
		assertThat(Renewed.lost(this.provider, List.of(shorter, reading.get(1)))).isEmpty();
		for (int i = 0; i < 3; i++) {
			assertThat(ask(WRITERS, LONG)).isInstanceOf(Attempt.Busy.class);
		}
		reading.forEach((lease) -> assertThat(this.provider.release(READERS, lease.owner())).isTrue());
		take(WRITERS, LONG);
	}

	private void open(Database database) {
		open(database.url(), database);
	}

	private void open(String url, Database database) {
		DataSource dataSource = database.dataSource(url);
		this.counting = new CountingDataSource(dataSource);
		this.jdbc = new JdbcTemplate(dataSource);
		new JdbcLockSchema(dataSource, "DISTLOCK_").create();
		this.provider = provider(JdbcLockSettings.defaults().withPoolSize(8));
	}

	private JdbcLockProvider provider(JdbcLockSettings settings) {
		JdbcLockProvider created = new JdbcLockProvider(this.counting, settings);
		this.opened.add(created);
		return created;
	}

	private void lapse(Lease lease) {
		assertThat(this.jdbc.update("update DISTLOCK_HOLDER set ends_at = 1 where held_key = ? and member_id = ?",
				LockSql.key(lease.key()), lease.owner().id()))
			.isOne();
	}

	private void cycle(LockKey key) {
		this.provider.release(key, take(key, LONG).owner());
	}

	private Lease take(LockKey key, Duration lease) {
		Attempt attempt = ask(key, lease);
		return (attempt instanceof Attempt.Busy) ? awaitGrant(key, lease) : ((Attempt.Granted) attempt).lease();
	}

	/**
	 * For a moment, PostgreSQL keeps a lock for a node that was woken.
	 */
	private Lease awaitGrant(LockKey key, Duration lease) {
		Attempt attempt = Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> ask(key, lease), Attempt.Granted.class::isInstance);
		return ((Attempt.Granted) attempt).lease();
	}

	private Attempt ask(LockKey key, Duration lease) {
		try (Contender contender = this.provider.contend(claim(key, lease), () -> {
		})) {
			return contender.attempt(owner());
		}
	}

	private static LockClaim claim(LockKey key, Duration lease) {
		return LockClaim.of(key, lease, 1, "node 1")
			.withPermits((key.mode() == LockMode.PERMIT) ? new Permits(2, 1) : Permits.NONE);
	}

	private static LockOwner owner() {
		return new LockOwner("shares:" + OWNERS.incrementAndGet());
	}

	/**
	 * A database to open an empty one of.
	 */
	enum Database {

		H2, HSQLDB, POSTGRESQL, MARIADB, MYSQL;

		String url() {
			return switch (this) {
				case H2 -> "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
				case HSQLDB -> "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";hsqldb.tx=mvcc";
				default -> server().newDatabase();
			};
		}

		DataSource dataSource(String url) {
			return (this == H2 || this == HSQLDB) ? new DriverManagerDataSource(url, "sa", "")
					: server().dataSource(url);
		}

		private DatabaseServer server() {
			return switch (this) {
				case POSTGRESQL -> PostgresServer.shared();
				case MARIADB -> MariaDbServer.shared();
				default -> mySql();
			};
		}

		private static DatabaseServer mySql() {
			String reason = MySqlServer.unavailable();
			Assumptions.assumeTrue(reason.isEmpty(), reason);
			return MySqlServer.shared();
		}

	}

}
