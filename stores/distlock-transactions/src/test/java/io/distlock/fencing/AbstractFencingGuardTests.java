// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.testserver.jdbc.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What the guard promises on every database.
 */
@Tag("safety")
abstract class AbstractFencingGuardTests {

	private static final Duration WAIT = Duration.ofSeconds(10);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final TestDatabase database;

	private HikariDataSource pool;

	private JdbcTemplate jdbc;

	private FencingGuard guard;

	AbstractFencingGuardTests(TestDatabase database) {
		this.database = database;
	}

	@BeforeEach
	void open() {
		open(30);
	}

	private void open(int poolSize) {
		this.pool = this.database.open(poolSize);
		this.jdbc = new JdbcTemplate(this.pool);
		this.guard = guard(this.pool, WAIT, true);
		this.jdbc.execute("create table account (id int primary key, balance int not null)");
		this.jdbc.update("insert into account values (1, 0)");
	}

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		assertThat(this.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
		this.guard.close();
		this.pool.close();
	}

	private static FencingGuard guard(DataSource dataSource, Duration lockTimeout, boolean create) {
		return new FencingGuard(() -> dataSource, FencingSettings.of("app").withLockTimeout(lockTimeout),
				(database) -> create);
	}

	@Test
	void highestTokenIsKeptAndALowerOneIsRefused() {
		check("a", 10);
		check("a", 10);
		check("a", 12);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> check("a", 11))
			.satisfies((stale) -> {
				assertThat(stale.getKey()).isEqualTo("a");
				assertThat(stale.getFencingToken()).isEqualTo(11);
				assertThat(stale.getStoredToken()).isEqualTo(12);
			})
			.withMessageContaining("acquire the lock again");
		assertThat(stored("a")).isEqualTo(12);
	}

	@Test
	void greatestTokenOfAllIsKept() {
		check("a", Long.MAX_VALUE);
		check("a", Long.MAX_VALUE);
		assertThat(stored("a")).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void staleTransactionWritesNothing() {
		check("a", 2);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> inTransaction(() -> {
			this.jdbc.update("update account set balance = 5");
			this.guard.check(TokenHolder.of("a", 1));
		}));
		assertThat(balance()).isZero();
	}

	@Test
	void transactionWhoseFailedCheckIsIgnoredCannotCommit() {
		check("a", 2);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> inTransaction(() -> {
			assertThatExceptionOfType(StaleFencingTokenException.class)
				.isThrownBy(() -> this.guard.check(TokenHolder.of("a", 1)));
			if (this.database != TestDatabase.POSTGRESQL) {
				this.jdbc.update("update account set balance = 5");
			}
		}));
		assertThat(balance()).isZero();
	}

	@Test
	void keysOfTwoApplicationsAreApart() {
		check("a", 10);
		FencingGuard other = new FencingGuard(() -> this.pool, FencingSettings.of("other").withLockTimeout(WAIT),
				(database) -> false);
		inTransaction(() -> other.check(TokenHolder.of("a", 1)));
		other.close();
		assertThat(stored("a")).isEqualTo(10);
	}

	@Test
	void everyKeyOfAMultiLockIsChecked() {
		check("b", 20);
		inTransaction(() -> this.guard.check(TokenHolder.of("c", 3).and("b", 20).and("a", 1)));
		assertThat(stored("a")).isEqualTo(1);
		assertThat(stored("c")).isEqualTo(3);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> inTransaction(() -> this.guard.check(TokenHolder.of("a", 5).and("b", 19))))
			.satisfies((stale) -> assertThat(stale.getKey()).isEqualTo("b"));
		assertThat(stored("a")).as("rolled back").isEqualTo(1);
	}

	@Test
	void rowIsLockedUntilTheTransactionEnds() throws Exception {
		check("a", 1);
		CountDownLatch checked = new CountDownLatch(1);
		CountDownLatch commit = new CountDownLatch(1);
		Future<?> first = inThread(() -> {
			inTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 1));
				checked.countDown();
				await(commit);
				this.jdbc.update("update account set balance = balance + 10");
			});
			return null;
		});
		await(checked);
		Future<Integer> second = inThread(() -> {
			List<Integer> seen = new ArrayList<>();
			inTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 2));
				seen.add(balance());
			});
			return seen.get(0);
		});
		assertThat(second).matches((future) -> !isDoneSoon(future), "waits for the row");
		commit.countDown();
		first.get(60, TimeUnit.SECONDS);
		assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(10);
	}

	@Test
	void waitForTheRowEndsInAClearErrorAndTheSessionIsAsBefore() throws Exception {
		check("a", 1);
		FencingGuard impatient = guard(this.pool, Duration.ofSeconds(1), false);
		CountDownLatch checked = new CountDownLatch(1);
		CountDownLatch commit = new CountDownLatch(1);
		Future<?> first = inThread(() -> {
			inTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 1));
				checked.countDown();
				await(commit);
			});
			return null;
		});
		await(checked);
		List<String> bounds = new ArrayList<>();
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> inTransaction(() -> {
			bounds.add(lockTimeout());
			try {
				impatient.check(TokenHolder.of("a", 2));
			}
			finally {
				if (this.database != TestDatabase.POSTGRESQL) {
					bounds.add(lockTimeout());
				}
			}
		})).withMessageContaining("distlock.fencing.lock-timeout").withMessageContaining("more than 1s");
		inTransaction(() -> {
			bounds.add(lockTimeout());
			impatient.check(TokenHolder.of("b", 2));
			bounds.add(lockTimeout());
		});
		assertThat(bounds).hasSizeGreaterThan(2).containsOnly(bounds.get(0));
		commit.countDown();
		first.get(60, TimeUnit.SECONDS);
		assertThat(stored("a")).isEqualTo(1);
		impatient.close();
	}

	@Test
	void ofManyFirstChecksAllSucceedOneAfterTheOther() throws Exception {
		for (int round = 0; round < 5; round++) {
			String key = "new" + round;
			CyclicBarrier start = new CyclicBarrier(20);
			List<Future<?>> checks = new ArrayList<>();
			for (int i = 0; i < 20; i++) {
				checks.add(inThread(() -> {
					start.await(60, TimeUnit.SECONDS);
					inTransaction(() -> {
						this.guard.check(TokenHolder.of(key, 7));
						this.jdbc.update("update account set balance = ? where id = 1", balance() + 1);
					});
					return null;
				}));
			}
			for (Future<?> check : checks) {
				check.get(30, TimeUnit.SECONDS);
			}
			assertThat(balance()).isEqualTo((round + 1) * 20);
		}
	}

	@Test
	void rowIsMadeOutsideATransactionThatIsRolledBack() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 5));
			throw new IllegalStateException("rolled back");
		}));
		assertThat(stored("a")).isEqualTo(5);
	}

	@Test
	void onePooledConnectionIsEnough() {
		this.guard.close();
		this.pool.close();
		open(1);
		check("a", 1);
		inTransaction(() -> {
			this.guard.check(TokenHolder.of("b", 1));
			this.guard.check(TokenHolder.of("c", 1));
		});
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> check("b", 0));
	}

	@Test
	void rowThatIsDeletedMeanwhileIsMadeAgain() {
		check("a", 5);
		this.jdbc.update("delete from DISTLOCK_FENCE");
		TransactionTemplate transaction = transactions();
		transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		transaction.executeWithoutResult((status) -> this.guard.check(TokenHolder.of("a", 6)));
		assertThat(stored("a")).isEqualTo(6);
	}

	/**
	 * The new holder reads 0, the late one adds 10 and commits, the new one writes 1:
	 * with the check last both would pass, and the 10 would be lost.
	 */
	@Test
	void checkBeforeTheReadLosesNoUpdate() throws Exception {
		check("a", 1);
		List<Future<Throwable>> late = new ArrayList<>();
		inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 2));
			int read = balance();
			late.add(inThread(() -> catchThrowable(() -> inTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 1));
				this.jdbc.update("update account set balance = balance + 10");
			}))));
			assertThat(late.get(0)).matches((future) -> !isDoneSoon(future), "waits for the row");
			this.jdbc.update("update account set balance = ?", read + 1);
		});
		assertThat(late.get(0).get(60, TimeUnit.SECONDS)).isInstanceOf(StaleFencingTokenException.class);
		assertThat(balance()).isEqualTo(1);
	}

	@Test
	void checkAfterTheReadWouldLoseTheUpdate() throws Exception {
		check("a", 1);
		inReadCommitted(() -> {
			int read = balance();
			assertThat(inThread(() -> {
				inTransaction(() -> {
					this.jdbc.update("update account set balance = balance + 10");
					this.guard.check(TokenHolder.of("a", 1));
				});
				return balance();
			})).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(10);
			this.jdbc.update("update account set balance = ?", read + 1);
			this.guard.check(TokenHolder.of("a", 2));
		});
		assertThat(balance()).as("both have committed, and 10 are lost").isEqualTo(1);
	}

	@Test
	void earlierHolderIsStaleInTheTransactionOfALaterOne() {
		inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 2));
			assertThatExceptionOfType(StaleFencingTokenException.class)
				.isThrownBy(() -> inNewTransaction(() -> this.guard.check(TokenHolder.of("a", 1))));
		});
		assertThat(stored("a")).isEqualTo(2);
	}

	@Test
	void whatIsReadAfterTheCheckIsWhatThePredecessorLeft() {
		TransactionTemplate repeatable = transactions();
		repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		check("a", 1);
		for (int token = 2; token < 30; token++) {
			int current = token;
			repeatable.executeWithoutResult((status) -> {
				this.guard.check(TokenHolder.of("a", current));
				this.jdbc.update("update account set balance = ?", balance() + 1);
			});
		}
		assertThat(balance()).isEqualTo(28);
	}

	@Test
	void waitingForThePredecessorFixesNoOldSnapshot() throws Exception {
		check("a", 1);
		CountDownLatch checked = new CountDownLatch(1);
		CountDownLatch commit = new CountDownLatch(1);
		Future<?> predecessor = inThread(() -> {
			inTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 1));
				checked.countDown();
				await(commit);
				this.jdbc.update("update account set balance = 10");
			});
			return null;
		});
		await(checked);
		Future<Integer> successor = inThread(() -> {
			List<Integer> seen = new ArrayList<>();
			TransactionTemplate repeatable = transactions();
			repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
			try {
				repeatable.executeWithoutResult((status) -> {
					this.guard.check(TokenHolder.of("a", 2));
					seen.add(balance());
				});
			}
			catch (FencingException ex) {
				return -1;
			}
			return seen.get(0);
		});
		assertThat(successor).matches((future) -> !isDoneSoon(future), "waits for the row");
		commit.countDown();
		predecessor.get(60, TimeUnit.SECONDS);
		// PostgreSQL and H2 may refuse to go on, but no session sees the old balance.
		assertThat(successor.get(60, TimeUnit.SECONDS)).isIn(List.of(10, -1));
		if (this.database == TestDatabase.MYSQL) {
			assertThat(successor.get()).isEqualTo(10);
		}
	}

	@Test
	void advanceCutsOffEarlierHoldersAndNeverLowers() {
		check("a", 5);
		this.guard.advance("a", 9);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> check("a", 8));
		check("a", 9);
		this.guard.advance("a", 3);
		assertThat(stored("a")).isEqualTo(9);
		this.guard.advance("never seen", 4);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> check("never seen", 3));
		assertThatIllegalArgumentException().isThrownBy(() -> this.guard.advance("a", -1));
	}

	@Test
	void advanceBelongsToNoTransactionOfTheCaller() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.advance("a", 9);
			throw new IllegalStateException("rolled back");
		}));
		assertThat(stored("a")).isEqualTo(9);
	}

	@Test
	void purgeDeletesOnlyIdleRowsAndNoneOfALiveTransaction() throws Exception {
		for (int i = 0; i < 300; i++) {
			this.guard.advance("idle" + i, 1);
		}
		check("live", 1);
		check("fresh", 1);
		this.jdbc.update("update DISTLOCK_FENCE set updated_at = 1 where fence_key <> ?",
				new LockKey("app", "fresh").encoded(200));
		inTransaction(() -> {
			this.guard.check(TokenHolder.of("live", 2));
			try {
				this.guard.purge();
			}
			catch (LockStoreException ex) {
				// The row is locked: the purge gives up after a while, and comes again.
			}
			assertThat(stored("live")).isEqualTo(2);
		});
		this.guard.purge();
		assertThat(this.jdbc.queryForList("select fence_key from DISTLOCK_FENCE order by fence_key", String.class))
			.containsExactly("app:fresh", "app:live");
	}

	@Test
	void withoutATransactionTheRemedyIsNamed() {
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> this.guard.check(TokenHolder.of("a", 1)))
			.withMessageContaining("'a'")
			.withMessageContaining("@Transactional");
	}

	@Test
	void transactionOfAnotherDatabaseIsRefused() {
		try (HikariDataSource other = TestDatabase.H2.open(2)) {
			TransactionTemplate elsewhere = new TransactionTemplate(new JdbcTransactionManager(other));
			assertThatExceptionOfType(FencingException.class)
				.isThrownBy(() -> elsewhere.executeWithoutResult((status) -> this.guard.check(TokenHolder.of("a", 1))))
				.withMessageContaining("FencingGuard.on(DataSource)");
			assertThat(other.getHikariPoolMXBean().getActiveConnections()).isZero();
		}
	}

	@Test
	void dataSourceThatChoosesByThreadIsNamedAndNobodyIsStale() {
		ThreadLocal<String> tenant = new ThreadLocal<>();
		try (HikariDataSource other = this.database.open(2)) {
			this.guard.on(other).verify();
			this.guard.verify();
			AbstractRoutingDataSource routing = routing(Map.of("other", other), tenant);
			FencingGuard routed = guard(routing, WAIT, false);
			TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(routing));
			tenant.set("other");
			for (int token = 5; token < 7; token++) {
				HeldLock lock = TokenHolder.of("a", token);
				assertThatExceptionOfType(FencingException.class)
					.isThrownBy(() -> transaction.executeWithoutResult((status) -> routed.check(lock)))
					.isExactlyInstanceOf(FencingException.class)
					.withMessageContaining("routes by the state of the thread")
					.withMessageContaining("FencingGuard.on(DataSource)");
			}
			routed.close();
		}
	}

	@Test
	void targetOfADataSourceThatChoosesByThreadHasItsOwnGuard() {
		try (HikariDataSource other = this.database.open(2)) {
			FencingGuard target = this.guard.on(other);
			TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(other));
			transaction.executeWithoutResult((status) -> target.check(TokenHolder.of("a", 5)));
			assertThat(new JdbcTemplate(other).queryForObject("select token from DISTLOCK_FENCE", Long.class))
				.isEqualTo(5);
		}
	}

	private AbstractRoutingDataSource routing(Map<Object, Object> targets, ThreadLocal<String> current) {
		AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

			@Override
			protected Object determineCurrentLookupKey() {
				return current.get();
			}

		};
		routing.setTargetDataSources(targets);
		routing.setDefaultTargetDataSource(this.pool);
		routing.afterPropertiesSet();
		return routing;
	}

	@Test
	void lostLockIsToldBeforeAnythingElse() {
		TokenHolder lost = TokenHolder.of("a", 1);
		lost.lost = true;
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.guard.check(lost));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> inTransaction(() -> this.guard.check(lost)));
	}

	@Test
	void transactionWhoseLossWasIgnoredCannotCommit() {
		TokenHolder lost = TokenHolder.of("a", 1);
		lost.lost = true;
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> inTransaction(() -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.guard.check(lost));
			this.jdbc.update("update account set balance = 5");
		}));
		assertThat(balance()).isZero();
	}

	@Test
	void transactionWhoseCheckBrokeOffCannotCommit() {
		FencingGuard broken = new FencingGuard(() -> {
			throw new IllegalStateException("no database");
		}, FencingSettings.of("app").withLockTimeout(WAIT), (database) -> false);
		assertThatIllegalStateException().isThrownBy(() -> inTransaction(() -> {
			assertThatIllegalStateException().isThrownBy(() -> broken.check(TokenHolder.of("a", 1)));
			this.jdbc.update("update account set balance = 5");
		})).withMessage("no database");
		assertThat(balance()).isZero();
	}

	@Test
	void missingTableIsNamedWithItsDefinition() {
		FencingGuard withoutTable = guard(this.pool, WAIT, false);
		assertThatExceptionOfType(LockTableMissingException.class).isThrownBy(withoutTable::verify)
			.withMessageContaining("distlock.fencing.initialize-schema=always")
			.satisfies((missing) -> {
				assertThat(missing.getCreateStatement()).contains("DISTLOCK_FENCE (").contains("fence_key");
				assertThat(missing.getContent()).isEqualTo("fencing tokens");
			});
		assertThatExceptionOfType(FencingException.class)
			.isThrownBy(() -> inTransaction(() -> withoutTable.check(TokenHolder.of("a", 1))))
			.withMessageContaining("create table")
			.withCauseInstanceOf(LockTableMissingException.class);
		withoutTable.close();
	}

	@Test
	void dropScriptLeavesNothing() throws Exception {
		this.guard.verify();
		String script = "schema-drop-fencing-%s.sql".formatted(this.database.name().toLowerCase(Locale.ROOT));
		try (InputStream drop = FencingGuard.class.getResourceAsStream(script)) {
			this.jdbc.execute(new String(drop.readAllBytes()).replace(";", ""));
		}
		assertThatExceptionOfType(LockTableMissingException.class)
			.isThrownBy(() -> guard(this.pool, WAIT, false).verify());
	}

	@Test
	void innerTransactionDoesNotWaitForTheRowOfTheOuterOne() {
		inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 1));
			inNewTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 1));
				this.jdbc.update("update account set balance = 1");
			});
		});
		assertThat(balance()).isEqualTo(1);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> check("a", 0));
	}

	@Test
	void innerTransactionIsRefusedIfTheOuterOneWasUndone() {
		transactions().executeWithoutResult((status) -> {
			this.guard.check(TokenHolder.of("a", 5));
			this.jdbc.execute("rollback");
			assertThat(inThread(() -> writeAsLaterHolder(6))).succeedsWithin(WAIT);
			assertThatExceptionOfType(FencingException.class)
				.isThrownBy(() -> inNewTransaction(() -> this.guard.check(TokenHolder.of("a", 5))));
			status.setRollbackOnly();
		});
		assertThat(balance()).isEqualTo(6);
	}

	@Test
	void innerTransactionCannotCommitAfterTheOuterOneWasUndone() {
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 5));
			Connection outer = DataSourceUtils.getConnection(this.pool);
			inNewTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 5));
				undo(outer);
				assertThat(inThread(() -> writeAsLaterHolder(6))).succeedsWithin(WAIT);
				this.jdbc.update("update account set balance = 5");
			});
		})).withMessageContaining("since its check");
		assertThat(balance()).isEqualTo(6);
	}

	@Test
	void innerTransactionIsRefusedIfTheDatabaseHasAbortedTheOuterOne() {
		assumeThat(this.database).isEqualTo(TestDatabase.POSTGRESQL);
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 5));
			assertThatExceptionOfType(DuplicateKeyException.class)
				.isThrownBy(() -> this.jdbc.update("insert into account values (1, 0)"));
			assertThat(inThread(() -> writeAsLaterHolder(6))).succeedsWithin(WAIT);
			inNewTransaction(() -> {
				this.guard.check(TokenHolder.of("a", 5));
				this.jdbc.update("update account set balance = 5");
			});
		}));
		assertThat(balance()).isEqualTo(6);
	}

	private static void undo(Connection connection) {
		try {
			connection.rollback();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void checkThatIsUndoneByASavepointIsMadeAgain() {
		check("a", 1);
		TransactionTemplate nested = transactions();
		nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		inTransaction(() -> {
			nested.executeWithoutResult((status) -> {
				this.guard.check(TokenHolder.of("a", 4));
				status.setRollbackOnly();
			});
			this.guard.check(TokenHolder.of("a", 4));
		});
		assertThat(stored("a")).isEqualTo(4);
	}

	@Test
	void transactionThatWasUndoneAndBegunAnewCannotCommit() {
		check("a", 5);
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 5));
			this.jdbc.execute("rollback");
			this.jdbc.update("update account set balance = 5");
		})).withMessageContaining("'a'").withMessageContaining("begin a new one");
		assertThat(balance()).isZero();
	}

	@Test
	void transactionThatWasUndoneIsNotSavedByAnotherCheck() {
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 5));
			this.jdbc.execute("rollback");
			assertThatExceptionOfType(FencingException.class)
				.isThrownBy(() -> this.guard.check(TokenHolder.of("a", 5)));
			this.jdbc.update("update account set balance = 5");
		}));
		assertThat(balance()).isZero();
	}

	@Test
	void transactionThatAStatementHasCommittedEarlyCannotCommitOverALaterHolder() {
		assumeThat(this.database).isNotEqualTo(TestDatabase.POSTGRESQL);
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 5));
			this.jdbc.execute("create table part (id int)");
			assertThat(balance()).isZero();
			assertThat(inThread(() -> writeAsLaterHolder(6))).succeedsWithin(WAIT);
			this.jdbc.update("update account set balance = balance + 5");
		}));
		assertThat(balance()).isEqualTo(6);
	}

	/**
	 * InnoDB rolls back the whole transaction that it chooses, here the one that has
	 * written less, and runs its next statement in another one.
	 */
	@Test
	void victimOfADeadlockCannotCommitOverALaterHolder() {
		assumeThat(this.database).isIn(TestDatabase.MYSQL, TestDatabase.MARIADB);
		this.jdbc.update("insert into account values (2, 0)");
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> inReadCommitted(() -> {
			this.guard.check(TokenHolder.of("a", 5));
			this.jdbc.update("update account set balance = 5 where id = 1");
			Future<Void> survivor = waitForTheFirstAccountWithTheSecond();
			assertThatExceptionOfType(PessimisticLockingFailureException.class)
				.isThrownBy(() -> this.jdbc.update("update account set balance = 5 where id = 2"));
			assertThat(survivor).succeedsWithin(WAIT);
			assertThat(inThread(() -> writeAsLaterHolder(6))).succeedsWithin(WAIT);
			this.jdbc.update("update account set balance = 5 where id = 1");
		})).withMessageContaining("deadlock");
		assertThat(balance()).isEqualTo(6);
		assertThat(stored("a")).isEqualTo(6);
	}

	@ParameterizedTest
	@EnumSource(names = { "READ_COMMITTED", "REPEATABLE_READ", "SERIALIZABLE" })
	void keyThatIsNewerThanTheSnapshotIsNotStaleAndPassesAtTheNextTry(Isolation isolation) {
		TransactionTemplate reader = transactions();
		reader.setIsolationLevel(isolation.value());
		Throwable first = catchThrowable(() -> reader.executeWithoutResult((status) -> readAndCheck("a")));
		if (this.database == TestDatabase.POSTGRESQL && isolation != Isolation.READ_COMMITTED) {
			assertThat(first).isExactlyInstanceOf(FencingException.class).hasMessageContaining("Retry the transaction");
		}
		else if (first != null) {
			assertThat(first).isExactlyInstanceOf(FencingException.class);
		}
		reader.executeWithoutResult((status) -> readAndCheck("a"));
		assertThat(stored("a")).isEqualTo(5);
	}

	@ParameterizedTest
	@EnumSource(names = { "READ_COMMITTED", "REPEATABLE_READ", "SERIALIZABLE" })
	void secondKeyIsNotStaleAndPassesAtTheNextTry(Isolation isolation) {
		TransactionTemplate both = transactions();
		both.setIsolationLevel(isolation.value());
		Throwable first = catchThrowable(() -> both.executeWithoutResult((status) -> checkOneByOne("a", "b")));
		if (first != null) {
			assertThat(first).isExactlyInstanceOf(FencingException.class);
		}
		both.executeWithoutResult((status) -> checkOneByOne("a", "b"));
		assertThat(stored("a")).isEqualTo(5);
		assertThat(stored("b")).isEqualTo(5);
	}

	@Test
	void lowerTokenIsStaleInTheTransactionOfAHigherOne() {
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> inTransaction(() -> {
			this.guard.check(TokenHolder.of("a", 2));
			this.guard.check(TokenHolder.of("a", 1));
		})).satisfies((stale) -> assertThat(stale.getStoredToken()).isEqualTo(2));
	}

	private void readAndCheck(String key) {
		balance();
		this.guard.check(TokenHolder.of(key, 5));
	}

	private void checkOneByOne(String first, String second) {
		this.guard.check(TokenHolder.of(first, 5));
		this.guard.check(TokenHolder.of(second, 5));
	}

	private Future<Void> waitForTheFirstAccountWithTheSecond() {
		Future<Void> waiting = inThread(() -> {
			inReadCommitted(() -> {
				for (int id = 100; id < 150; id++) {
					this.jdbc.update("insert into account values (?, 0)", id);
				}
				this.jdbc.update("update account set balance = 2 where id = 2");
				this.jdbc.update("update account set balance = 2 where id = 1");
			});
			return null;
		});
		Awaitility.await().until(() -> waitingTransactions() == 1);
		return waiting;
	}

	private int waitingTransactions() {
		return this.jdbc.queryForObject("""
				select count(*) from information_schema.innodb_trx t
				join information_schema.processlist p on p.id = t.trx_mysql_thread_id
				where t.trx_state = 'LOCK WAIT' and p.db = database()""", Integer.class);
	}

	private Integer writeAsLaterHolder(int token) {
		inReadCommitted(() -> {
			this.guard.check(TokenHolder.of("a", token));
			this.jdbc.update("update account set balance = ? where id = 1", token);
		});
		return token;
	}

	private void check(String key, long token) {
		HeldLock lock = TokenHolder.of(key, token);
		inTransaction(() -> this.guard.check(lock));
	}

	private void inTransaction(Runnable work) {
		transactions().executeWithoutResult((status) -> work.run());
	}

	private void inReadCommitted(Runnable work) {
		TransactionTemplate transaction = transactions();
		transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		transaction.executeWithoutResult((status) -> work.run());
	}

	private void inNewTransaction(Runnable work) {
		TransactionTemplate inner = transactions();
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		inner.executeWithoutResult((status) -> work.run());
	}

	private TransactionTemplate transactions() {
		return new TransactionTemplate(new JdbcTransactionManager(this.pool));
	}

	private <T> Future<T> inThread(Callable<T> work) {
		return this.threads.submit(work);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean isDoneSoon(Future<?> future) {
		try {
			future.get(300, TimeUnit.MILLISECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Integer balance() {
		return this.jdbc.queryForObject("select balance from account where id = 1", Integer.class);
	}

	private Long stored(String key) {
		return this.jdbc.queryForObject("select token from DISTLOCK_FENCE where fence_key = ?", Long.class,
				new LockKey("app", key).encoded(200));
	}

	private String lockTimeout() {
		String sql = switch (this.database) {
			case H2 -> "call lock_timeout()";
			case POSTGRESQL -> "show lock_timeout";
			default -> "select @@innodb_lock_wait_timeout";
		};
		return this.jdbc.queryForObject(sql, String.class);
	}

}
