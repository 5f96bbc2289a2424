// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.distlock.contract.Renewed;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What the JDBC provider does on every database, run against a real one.
 */
@Tag("timing")
abstract class AbstractJdbcLockProviderTests {

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final List<JdbcLockProvider> opened = new ArrayList<>();

	DataSource dataSource;

	CountingDataSource counting;

	JdbcTemplate jdbc;

	JdbcLockProvider provider;

	/**
	 * Open an empty database.
	 * @return a data source that opens a connection for every use
	 */
	abstract DataSource newDatabase();

	@BeforeEach
	void open() {
		this.dataSource = newDatabase();
		new JdbcLockSchema(this.dataSource, "DISTLOCK_").create();
		this.counting = new CountingDataSource(this.dataSource);
		this.jdbc = new JdbcTemplate(this.dataSource);
		this.provider = provider(this.counting, settings(8));
	}

	@AfterEach
	void close() {
		this.opened.forEach(JdbcLockProvider::close);
	}

	@Test
	void grantCarriesBlockOfTokensFromTheClock() {
		long before = System.currentTimeMillis() * 1000;
		Lease lease = acquire("a", LEASE, 33);
		assertThat(lease.lastToken() - lease.firstToken()).isEqualTo(32);
		assertThat(lease.firstToken()).isBetween(before - 2_000_000, System.currentTimeMillis() * 1000 + 2_000_000);
	}

	@Test
	void tokensIncreaseOverReleaseExpiryHandOverAndPurge() {
		Lease released = acquire("a", LEASE, 5);
		release(released);
		Lease expired = acquire("a", Duration.ofMillis(1), 5);
		Lease renewed = acquire("a", LEASE, 5);
		YieldResult handOver = this.provider.yieldOrRenew(renewed, renewed.lastToken(), claim("a", LEASE, 5));
		Lease handedOver = ((YieldResult.Renewed) handOver).lease();
		release(handedOver);
		Awaitility.await().until(() -> provider(this.dataSource, purgingAtOnce()).purge() == 1);
		Lease afterPurge = acquire("a", LEASE, 5);
		assertOrdered(released, expired, renewed, handedOver, afterPurge);
	}

	@Test
	void tokenRisesThoughTheStoredOneIsAheadOfTheClock() {
		release(acquire("a", LEASE, 1));
		this.jdbc.update("update DISTLOCK_LOCK set token = token + 1000000000000");
		long ahead = this.jdbc.queryForObject("select token from DISTLOCK_LOCK", Long.class);
		Lease lease = acquire("a", LEASE, 3);
		assertThat(lease.firstToken()).isEqualTo(ahead + 1);
		assertThat(lease.lastToken()).isEqualTo(ahead + 3);
		assertThat(provider(this.dataSource, purgingAtOnce()).purge()).isZero();
	}

	@Test
	void ofManyRacersOnNewKeyOneWins() throws Exception {
		for (int round = 0; round < 20; round++) {
			assertThat(race("new" + round, 8)).hasSize(1);
		}
	}

	@Test
	void ofManyRacersOnFreedKeyOneWins() throws Exception {
		release(acquire("freed", LEASE, 1));
		for (int round = 0; round < 50; round++) {
			List<Lease> winners = race("freed", 8);
			assertThat(winners).hasSize(1);
			release(winners.get(0));
		}
	}

	@Test
	void ofManyRacersOnExpiredKeyOneWins() throws Exception {
		acquire("expired", Duration.ofMillis(1), 1);
		for (int round = 0; round < 50; round++) {
			assertThat(race("expired", 8)).hasSize(1);
			this.jdbc.update("update DISTLOCK_LOCK set expires_at = 1");
		}
	}

	@Test
	void releaseOfAnotherOwnerTouchesNothing() {
		Lease lease = acquire("a", LEASE, 1);
		List<?> row = row();
		assertThat(this.provider.release(lease.key(), owner())).isFalse();
		assertThat(row()).isEqualTo(row);
	}

	@Test
	void releaseAfterExpiryLeavesSuccessorUntouched() {
		Lease expired = acquire("a", Duration.ofMillis(1), 1);
		Lease successor = acquire("a", LEASE, 1);
		List<?> row = row();
		assertThat(this.provider.release(expired.key(), expired.owner())).isFalse();
		assertThat(row()).isEqualTo(row);
		assertThat(this.provider.release(successor.key(), successor.owner())).isTrue();
	}

	@Test
	void renewAfterExpiryLeavesSuccessorUntouched() {
		Lease expired = acquire("a", Duration.ofMillis(1), 1);
		acquire("a", LEASE, 1);
		List<?> row = row();
		assertThat(Renewed.lost(this.provider, List.of(expired))).containsExactly(expired);
		assertThat(this.provider.yieldOrRenew(expired, expired.firstToken(), claim("a", LEASE, 1)))
			.isInstanceOf(YieldResult.Lost.class);
		assertThat(row()).isEqualTo(row);
	}

	@Test
	void renewDoesNotRecreateDeletedRow() {
		Lease lease = acquire("a", LEASE, 1);
		this.jdbc.update("delete from DISTLOCK_LOCK");
		assertThat(Renewed.lost(this.provider, List.of(lease))).containsExactly(lease);
		assertThat(this.provider.yieldOrRenew(lease, lease.firstToken(), claim("a", LEASE, 1)))
			.isInstanceOf(YieldResult.Lost.class);
		assertThat(this.provider.release(lease.key(), lease.owner())).isFalse();
		assertThat(this.jdbc.queryForObject("select count(*) from DISTLOCK_LOCK", Integer.class)).isZero();
		assertThat(acquire("a", LEASE, 1).firstToken()).isGreaterThan(lease.lastToken());
	}

	@Test
	void renewExtendsManyLeasesAndNamesTheLostOnes() {
		List<Lease> leases = new ArrayList<>();
		IntStream.range(0, 150).forEach((i) -> leases.add(acquire("many" + i, LEASE.plusSeconds(i % 2), 1)));
		this.jdbc.update("update DISTLOCK_LOCK set expires_at = 1");
		Set<Lease> lost = new HashSet<>();
		for (int i = 0; i < 150; i += 49) {
			lost.add(leases.get(i));
			acquire("many" + i, LEASE, 1);
		}
		assertThat(Renewed.lost(this.provider, leases)).containsExactlyInAnyOrderElementsOf(lost);
		assertThat(this.provider.heldLocks(1000)).hasSize(150)
			.allSatisfy(
					(lock) -> assertThat(lock.remaining()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(32)));
	}

	@Test
	void renewOfSameLeaseTwiceInOneCallRenewsIt() {
		Lease lease = acquire("a", LEASE, 1);
		assertThat(Renewed.lost(this.provider, List.of(lease, lease))).isEmpty();
	}

	@Test
	void renewNeverShortensLease() {
		Lease lease = acquire("a", Duration.ofSeconds(100), 1);
		Lease shorter = Lease.of(lease.key(), lease.owner(), Duration.ofSeconds(1), 1, 1);
		assertThat(Renewed.lost(this.provider, List.of(shorter))).isEmpty();
		assertThat(held("a").remaining()).isGreaterThan(Duration.ofSeconds(90));
	}

	@Test
	void uncontendedAcquireAndReleaseAreOneStatementEach() {
		this.provider = provider(this.counting, settings(1));
		release(acquire("a", LEASE, 33));
		this.counting.reset();
		int connections = this.counting.connections();
		for (int i = 1; i <= 10; i++) {
			release(acquire("a", LEASE, 33));
			assertThat(this.counting.statements()).hasSize(i * statementsOfCycle());
		}
		assertThat(this.counting.connections()).isEqualTo(connections);
	}

	@Test
	void busyTellsRemainingLeaseAtMost() {
		Duration lease = Duration.ofSeconds(10);
		acquire("a", lease, 1);
		try (Contender contender = this.provider.contend(claim("a", LEASE, 1), () -> {
		})) {
			for (int i = 0; i < 5; i++) {
				Attempt attempt = contender.attempt(owner());
				assertThat(attempt).isInstanceOfSatisfying(Attempt.Busy.class,
						(busy) -> assertThat(busy.retryAfter()).isLessThan(lease.plusMillis(30)));
			}
		}
	}

	@Test
	void oneAttemptLeavesNoMarkAndWaitingDoes() {
		acquire("a", LEASE, 1);
		try (Contender contender = this.provider.contend(claim("a", LEASE, 1), () -> {
		})) {
			contender.attempt(owner());
			assertThat(held("a").awaited()).isFalse();
			contender.attempt(owner());
			assertThat(held("a").awaited()).isTrue();
			List<?> row = row();
			contender.attempt(owner());
			assertThat(row()).as("written at most once per poll").isEqualTo(row);
		}
	}

	@Test
	void waiterGetsLockAfterReleaseAndAfterExpiry() throws Exception {
		Lease held = acquire("a", LEASE, 1);
		Future<Lease> waiter = waitFor("a", Duration.ofMillis(500));
		Awaitility.await().until(() -> held("a").awaited());
		release(held);
		Lease next = waiter.get();
		assertThat(next.firstToken()).isGreaterThan(held.lastToken());
		Lease afterExpiry = waitFor("a", LEASE).get();
		assertThat(afterExpiry.firstToken()).isGreaterThan(next.lastToken());
	}

	@Test
	void handOverRenewsWhileNobodyWaitsAndYieldsOtherwise() throws Exception {
		Lease held = acquire("a", LEASE, 33);
		YieldResult.Renewed renewed = (YieldResult.Renewed) this.provider.yieldOrRenew(held, held.lastToken(),
				claim("a", LEASE, 33));
		assertThat(renewed.lease().owner()).isEqualTo(held.owner());
		assertThat(renewed.lease().firstToken()).isGreaterThan(held.lastToken());
		Future<Lease> waiter = waitFor("a", LEASE);
		Awaitility.await().until(() -> markOfTheWaiterLasts("a"));
		YieldResult yielded = this.provider.yieldOrRenew(renewed.lease(), renewed.lease().lastToken(),
				claim("a", LEASE, 33));
		assertThat(yielded).isInstanceOfSatisfying(YieldResult.Yielded.class,
				(it) -> assertThat(it.backOff()).isPositive());
		assertThat(waiter.get().firstToken()).isGreaterThan(renewed.lease().lastToken());
		assertThat(held("a").awaited()).isFalse();
	}

	/**
	 * Let the mark that a waiter has left last, though this machine may stand still for
	 * so long that the waiter does not leave the next one in time.
	 * @return whether there was one
	 */
	private boolean markOfTheWaiterLasts(String key) {
		return held(key).awaited()
				&& this.jdbc.update("update DISTLOCK_LOCK set waiting_until = expires_at where lock_key = ?",
						new LockKey("app", key).encoded(200)) == 1;
	}

	@Test
	void keysThatDifferAtAllAreDifferentLocks() {
		String umlaut = "\u00e9";
		List<String> keys = List.of("A", "a", umlaut, "e", "e\u0301", "x", "x ", "x  ", " x", "k".repeat(300),
				"k".repeat(299), "K".repeat(300), "k".repeat(10_240), "k".repeat(10_241), "\uD83D\uDD12",
				"\uD83D\uDD13", "a/b", "a:b", "a{b}", "%41", "a'; drop table DISTLOCK_LOCK; --", "\u0000", "%", "_");
		Set<Long> tokens = new HashSet<>();
		keys.forEach((key) -> tokens.add(acquire(key, LEASE, 1).firstToken()));
		assertThat(this.provider.heldLocks(100)).hasSize(keys.size());
		keys.forEach((key) -> assertThat(attempt(this.provider, key)).as(key).isInstanceOf(Attempt.Busy.class));
	}

	@Test
	void heldLocksListsHoldersInOrderUpToTheLimit() {
		acquire("c", LEASE, 1);
		Lease lease = acquire("a", LEASE, 7);
		release(acquire("b", LEASE, 1));
		acquire("d", Duration.ofMillis(1), 1);
		Awaitility.await().until(() -> this.provider.heldLocks(10).size() == 2);
		StoredLock first = this.provider.heldLocks(1).get(0);
		assertThat(first.key()).isEqualTo(lease.key().encoded(200));
		assertThat(first.holder()).isEqualTo("node 1 \u00fc");
		assertThat(first.lastToken()).isEqualTo(lease.lastToken());
		assertThat(first.remaining()).isBetween(LEASE.minusSeconds(10), LEASE);
	}

	@Test
	void purgeDeletesOnlyRowsThatAreIdleForLong() {
		acquire("held", Duration.ofMinutes(10), 1);
		IntStream.range(0, 600).forEach((i) -> release(acquire("idle" + i, LEASE, 1)));
		acquire("expired", Duration.ofMillis(1), 1);
		assertThat(this.provider.purge()).isZero();
		Awaitility.await().until(() -> this.provider.heldLocks(10).size() == 1);
		assertThat(provider(this.dataSource, purgingAtOnce()).purge()).isEqualTo(601);
		assertThat(this.jdbc.queryForList("select lock_key from DISTLOCK_LOCK", String.class))
			.containsExactly(new LockKey("app", "held").encoded(200));
	}

	@Test
	void lostConflictsAreRepeated() {
		release(acquire("a", LEASE, 1));
		this.counting.failNext(new SQLException("deadlock", "40001", 0),
				new SQLException("wrapped", new SQLTransactionRollbackException("40P01", "40P01")));
		release(acquire("a", LEASE, 1));
		SQLException[] all = new SQLException[20];
		Arrays.fill(all, new SQLException("deadlock", "40001", 1213));
		this.counting.failNext(all);
		assertOutcome(() -> acquire("a", LEASE, 1), Outcome.TRANSIENT);
		this.counting.failNext();
	}

	@Test
	void lostConnectionLeavesOutcomeUnknown() {
		release(acquire("a", LEASE, 1));
		this.counting.failNext(new SQLException("gone", "08006", 0));
		assertOutcome(() -> acquire("a", LEASE, 1), Outcome.UNKNOWN);
		release(acquire("a", LEASE, 1));
	}

	@Test
	void missingTableIsPermanentAndTellsTheRemedy() {
		JdbcLockProvider elsewhere = provider(this.dataSource,
				JdbcLockSettings.defaults()
					.withTablePrefix("OTHER_")
					.withPoolSize(2)
					.withPurgeAfter(Duration.ofDays(1)));
		LockTableMissingException missing = catchThrowableOfType(LockTableMissingException.class,
				() -> attempt(elsewhere, "a"));
		assertThat(missing.getOutcome()).isEqualTo(Outcome.PERMANENT);
		assertThat(missing.getTableName()).isEqualTo("OTHER_LOCK");
		assertThat(missing.getCreateStatement()).contains("OTHER_LOCK").contains("lock_key");
		assertThat(missing).hasMessageContaining("distlock.jdbc.initialize-schema");
	}

	@Test
	void schemaIsCreatedByThreeNodesAtOnceAndVerified() throws Exception {
		JdbcLockSchema schema = new JdbcLockSchema(this.dataSource, "THREE_");
		assertThatExceptionOfType(LockTableMissingException.class).isThrownBy(schema::verify);
		List<Callable<Boolean>> nodes = Collections.nCopies(3, () -> {
			new JdbcLockSchema(this.dataSource, "THREE_").create();
			return true;
		});
		assertThat(together(nodes)).containsExactly(true, true, true);
		schema.verify();
		this.jdbc.execute("alter table THREE_LOCK drop column waiting_until");
		assertThatExceptionOfType(LockTableMissingException.class).isThrownBy(schema::verify)
			.withMessageContaining("THREE_LOCK");
		schema.dropStatements().forEach(this.jdbc::execute);
		assertThatExceptionOfType(LockTableMissingException.class).isThrownBy(schema::verify);
	}

	@Test
	void callersTransactionIsNeitherUsedNorDisturbed() {
		TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(this.dataSource));
		transaction.setReadOnly(true);
		Lease lease = transaction.execute((status) -> {
			status.setRollbackOnly();
			return acquire("a", LEASE, 1);
		});
		assertThat(held("a").lastToken()).isEqualTo(lease.lastToken());
	}

	@Test
	void poolThatTheCallerHasUsedUpFailsInTimeAndNamesTheRemedy() throws Exception {
		Semaphore connections = new Semaphore(1);
		DataSource only = new DelegatingDataSource(this.dataSource) {

			@Override
			public Connection getConnection() throws SQLException {
				connections.acquireUninterruptibly();
				return super.getConnection();
			}

		};
		try (Connection held = only.getConnection()) {
			assertThat(held.isClosed()).isFalse();
			JdbcLockProvider starved = provider(only, settings(2));
			LockStoreException failure = assertOutcome(() -> attempt(starved, "a"), Outcome.TRANSIENT);
			assertThat(failure).hasMessageContaining("distlock.jdbc.pool-size").hasMessageContaining("DataSource");
		}
		connections.release(100);
	}

	@Test
	void nothingIsOpenedBeforeTheFirstLockAndNothingIsLeftAfterClose() throws Exception {
		CountingDataSource fresh = new CountingDataSource(this.dataSource);
		JdbcLockProvider lazy = provider(fresh, settings(2));
		lazy.contend(claim("a", LEASE, 1), () -> {
		}).close();
		assertThat(fresh.connections()).isZero();
		assertThat(attempt(lazy, "a")).isInstanceOf(Attempt.Granted.class);
		assertThat(fresh.connections()).isPositive();
		lazy.close();
		assertOutcome(() -> attempt(lazy, "a"), Outcome.PERMANENT);
	}

	@Test
	void settingsAreChecked() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> JdbcLockSettings.defaults()
				.withTablePrefix("a b")
				.withPoolSize(2)
				.withPurgeAfter(Duration.ofDays(1)))
			.withMessageContaining("distlock.jdbc.table-prefix")
			.withMessageContaining("a b");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> JdbcLockSettings.defaults()
				.withTablePrefix("A_")
				.withPoolSize(-1)
				.withPurgeAfter(Duration.ofDays(1)))
			.withMessageContaining("distlock.jdbc.pool-size");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> JdbcLockSettings.defaults()
				.withTablePrefix("A_")
				.withPoolSize(1)
				.withMaxPollInterval(Duration.ZERO)
				.withPurgeAfter(Duration.ofDays(1)))
			.withMessageContaining("distlock.jdbc.max-poll-interval");
		assertThatIllegalArgumentException().isThrownBy(
				() -> JdbcLockSettings.defaults().withTablePrefix("A_").withPoolSize(1).withPurgeAfter(Duration.ZERO))
			.withMessageContaining("distlock.jdbc.purge-after");
	}

	int statementsOfCycle() {
		return 2;
	}

	final JdbcLockProvider provider(DataSource dataSource, JdbcLockSettings settings) {
		JdbcLockProvider created = new JdbcLockProvider(dataSource, settings);
		this.opened.add(created);
		return created;
	}

	final JdbcLockSettings settings(int poolSize) {
		return JdbcLockSettings.defaults().withPoolSize(poolSize);
	}

	final Lease acquire(String key, Duration leaseTime, int tokens) {
		try (Contender contender = this.provider.contend(claim(key, leaseTime, tokens), () -> {
		})) {
			List<Lease> granted = new ArrayList<>();
			Awaitility.await().pollInterval(Duration.ofMillis(2)).until(() -> {
				if (contender.attempt(owner()) instanceof Attempt.Granted grant) {
					granted.add(grant.lease());
				}
				return !granted.isEmpty();
			});
			return granted.get(0);
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError("Lock '%s' was not granted".formatted(key), ex);
		}
	}

	final void release(Lease lease) {
		assertThat(this.provider.release(lease.key(), lease.owner())).isTrue();
	}

	final Attempt attempt(JdbcLockProvider provider, String key) {
		try (Contender contender = provider.contend(claim(key, LEASE, 1), () -> {
		})) {
			return contender.attempt(owner());
		}
	}

	final LockClaim claim(String key, Duration leaseTime, int tokens) {
		return LockClaim.of(new LockKey("app", key), leaseTime, tokens, "node 1 \u00fc");
	}

	final LockOwner owner() {
		return new LockOwner("test:" + OWNERS.incrementAndGet());
	}

	final StoredLock held(String key) {
		String encoded = new LockKey("app", key).encoded(200);
		return this.provider.heldLocks(1000)
			.stream()
			.filter((lock) -> lock.key().equals(encoded))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Wait for a lock as the engine does: until woken, or for as long as the provider
	 * says.
	 */
	final Future<Lease> waitFor(String key, Duration leaseTime) {
		JdbcLockProvider another = provider(this.dataSource, settings(2));
		ExecutorService thread = Executors.newSingleThreadExecutor();
		Future<Lease> waiter = thread.submit(() -> waitFor(another, claim(key, leaseTime, 1)));
		thread.shutdown();
		return waiter;
	}

	private Lease waitFor(JdbcLockProvider provider, LockClaim claim) throws InterruptedException {
		Semaphore wakeUps = new Semaphore(0);
		try (Contender contender = provider.contend(claim, wakeUps::release)) {
			for (Attempt attempt = contender.attempt(owner());; attempt = contender.attempt(owner())) {
				if (attempt instanceof Attempt.Granted granted) {
					return granted.lease();
				}
				Duration pause = ((Attempt.Busy) attempt).retryAfter();
				wakeUps.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
			}
		}
	}

	final List<Lease> race(String key, int racers) throws Exception {
		List<Callable<Attempt>> all = Collections.nCopies(racers, () -> attempt(this.provider, key));
		return together(all).stream()
			.filter(Attempt.Granted.class::isInstance)
			.map((attempt) -> ((Attempt.Granted) attempt).lease())
			.toList();
	}

	static <T> List<T> together(Collection<Callable<T>> tasks) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
		try {
			CyclicBarrier start = new CyclicBarrier(tasks.size());
			List<Future<T>> results = new ArrayList<>();
			for (Callable<T> task : tasks) {
				results.add(threads.submit(() -> {
					start.await();
					return task.call();
				}));
			}
			List<T> values = new ArrayList<>();
			for (Future<T> result : results) {
				values.add(result.get());
			}
			return values;
		}
		finally {
			threads.shutdownNow();
		}
	}

	static LockStoreException assertOutcome(ThrowingCallable call, Outcome outcome) {
		LockStoreException failure = catchThrowableOfType(LockStoreException.class, call);
		assertThat(failure).isNotNull();
		assertThat(failure.getOutcome()).as(failure.getMessage()).isEqualTo(outcome);
		return failure;
	}

	private JdbcLockSettings purgingAtOnce() {
		return JdbcLockSettings.defaults().withPoolSize(2).withPurgeAfter(Duration.ofNanos(1000));
	}

	private void assertOrdered(Lease... leases) {
		for (int i = 1; i < leases.length; i++) {
			assertThat(leases[i].firstToken()).as("grant " + i).isGreaterThan(leases[i - 1].lastToken());
		}
	}

	private List<?> row() {
		return this.jdbc.queryForList("select owner, token, expires_at, waiting_until, updated_at from DISTLOCK_LOCK");
	}

}
