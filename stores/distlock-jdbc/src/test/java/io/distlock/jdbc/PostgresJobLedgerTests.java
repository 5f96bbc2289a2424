// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.distlock.contract.TestNode;
import io.distlock.jdbc.contract.JdbcStore;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.LockStatements;
import io.distlock.jdbc.job.AbstractJdbcJobLedgerTests;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobLedger.JobWrite;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Cluster jobs on PostgreSQL.
 */
class PostgresJobLedgerTests extends AbstractJdbcJobLedgerTests {

	/**
	 * After this time a pool does not trust a connection.
	 */
	private static final PostgresServer SERVER = PostgresServer.shared();

	private static final JdbcStore STORE = new JdbcStore(SERVER.dataSource(SERVER.newDatabase()));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

	@Override
	protected int statementsOfAChange() {
		return 1;
	}

	@Test
	void lostRacesLeaveNoErrorInTheServersLog() throws Exception {
		ledger().read(job("warm-up"));
		long logged = errors();
		List<Callable<Boolean>> writers = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			LockKey job = job("quiet " + i % 6);
			JobLedger ledger = ledger();
			writers.add(() -> ledger.write(job, 0, state("t"), List.of(run(1)), 5).isPresent());
		}
		assertThat(results(writers)).filteredOn((won) -> won).hasSize(6);
		assertThat(errors()).isEqualTo(logged);
	}

	@Test
	void claimAndEndAreOneStatementEach() {
		CountingDataSource counting = new CountingDataSource(store().dataSource());
		LockKey job = job("at-once");
		try (JdbcLockProvider provider = provider(counting, "DISTLOCK_")) {
			JobLedger ledger = provider.jobLedger();
			write(ledger, job, List.of(run(1), run(2)), 2);
			long version = ledger.read(job).version();
			counting.reset();
			long claimed = ledger.write(job, version, state("claim"), List.of(run(2, JobRun.Outcome.LOST), run(3)), 2)
				.orElseThrow()
				.version();
			assertThat(ledger.write(job, claimed, state("end"), List.of(run(3, JobRun.Outcome.SUCCEEDED)), 2))
				.isPresent();
			assertThat(counting.statements()).hasSize(2);
			assertThat(ledger.history(job, 5)).containsExactly(run(3, JobRun.Outcome.SUCCEEDED),
					run(2, JobRun.Outcome.LOST));
		}
	}

	/**
	 * The records that a change has read before it waited for the row of the job are
	 * those of the version that it was to change.
	 */
	@Test
	void changeThatHasWaitedForAnotherOneWritesNothing() throws Exception {
		LockKey job = job("waited");
		write(ledger(), job, List.of(run(1)), 2);
		long version = ledger().read(job).version();
		try (Connection other = store().dataSource().getConnection()) {
			other.setAutoCommit(false);
			Optional<JobEntry> changed = statements().write(other, LockSql.key(job), version, state("other"),
					List.of(run(2), run(3)), 2);
			assertThat(changed).isPresent();
			CompletableFuture<Optional<JobEntry>> late = CompletableFuture
				.supplyAsync(() -> ledger().write(job, version, state("late"), List.of(run(9)), 2));
			awaitRowLock();
			other.commit();
			assertThat(late.get()).isEmpty();
		}
		assertThat(ledger().history(job, 5)).containsExactly(run(3), run(2));
		assertThat(ledger().read(job).state()).isEqualTo(state("other"));
	}

	@Test
	void endThatReleasesTheLockIsOneStatementOnTheServer() {
		JdbcTemplate operator = new JdbcTemplate(store().dataSource());
		operator.execute("create extension if not exists pg_stat_statements");
		JobLedger ledger = ledger();
		LockKey job = job("end");
		write(ledger, job, List.of(run(1)), 2);
		Lease lease = acquire("end");
		JobWrite end = ledger.releasing(lease.key(), lease.owner(), lease.lastToken()).orElseThrow();
		long version = ledger.read(job).version();
		operator.execute("select pg_stat_statements_reset()");
		assertThat(end.write(job, version, state("end"), List.of(run(2)), 2)).isPresent();
		assertThat(operator.queryForObject("""
				select sum(calls) from pg_stat_statements where dbid = (select oid from pg_database
				where datname = current_database()) and query ilike '%distlock_%'""", Long.class)).isEqualTo(1);
		assertThat(expiresAt(lease)).isZero();
	}

	/**
	 * The statement decides by the newest version of the row of the lock, and not by the
	 * one that was there when it began.
	 */
	@Test
	void endThatHasWaitedForTheRowOfItsLockWakesTheNodeThatWasQueuedMeanwhile() throws Exception {
		LockKey job = job("queued");
		write(ledger(), job, List.of(run(1)), 2);
		long version = ledger().read(job).version();
		Lease lease = acquire("queued");
		JobWrite end = ledger().releasing(lease.key(), lease.owner(), lease.lastToken()).orElseThrow();
		try (Connection node = store().dataSource().getConnection(); Statement statement = node.createStatement()) {
			PGConnection listening = node.unwrap(PGConnection.class);
			statement.execute("listen distlock_" + listening.getBackendPID());
			node.setAutoCommit(false);
			statement.execute("update DISTLOCK_LOCK set waiters = array[pg_backend_pid()] where lock_key = '"
					+ LockSql.key(lease.key()) + "'");
			CompletableFuture<Optional<JobEntry>> late = CompletableFuture
				.supplyAsync(() -> end.write(job, version, state("end"), List.of(run(2)), 2));
			awaitRowLock();
			node.commit();
			assertThat(late.get()).isPresent();
			assertThat(listening.getNotifications(10_000)).hasSize(1);
		}
		assertThat(expiresAt(lease)).isZero();
		assertThat(ledger().history(job, 5)).containsExactly(run(2), run(1));
	}

	@Test
	void endThatHasWaitedForAnotherChangeKeepsTheLock() throws Exception {
		LockKey job = job("kept");
		write(ledger(), job, List.of(run(1)), 2);
		long version = ledger().read(job).version();
		Lease lease = acquire("kept");
		JobWrite end = ledger().releasing(lease.key(), lease.owner(), lease.lastToken()).orElseThrow();
		try (Connection other = store().dataSource().getConnection()) {
			other.setAutoCommit(false);
			assertThat(statements().write(other, LockSql.key(job), version, state("other"), List.of(run(2)), 2))
				.isPresent();
			CompletableFuture<Optional<JobEntry>> late = CompletableFuture
				.supplyAsync(() -> end.write(job, version, state("late"), List.of(run(9)), 2));
			awaitRowLock();
			other.commit();
			assertThat(late.get()).isEmpty();
		}
		assertThat(expiresAt(lease)).isPositive();
		assertThat(ledger().history(job, 5)).containsExactly(run(2), run(1));
	}

	private static JobStatements statements() {
		return new JobStatements(SchemaTable.jobs(Dialects.POSTGRESQL, "DISTLOCK_"),
				new LockStatements(Dialects.POSTGRESQL, SchemaTable.locks(Dialects.POSTGRESQL, "DISTLOCK_")));
	}

	private Lease acquire(String name) {
		LockClaim claim = LockClaim.of(TestNode.key(key(name)), Duration.ofMinutes(1), 1, "holder");
		try (Contender contender = provider().contend(claim, () -> {
		})) {
			return ((Attempt.Granted) contender.attempt(owner())).lease();
		}
	}

	private long expiresAt(Lease lease) {
		Long time = new JdbcTemplate(store().dataSource()).queryForObject(
				"select expires_at from DISTLOCK_LOCK where lock_key = ?", Long.class, LockSql.key(lease.key()));
		return (time != null) ? time : -1;
	}

	private void awaitRowLock() {
		Awaitility.await()
			.until(() -> new JdbcTemplate(store().dataSource()).queryForObject(
					"select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
					Integer.class) == 1);
	}

	@Test
	void isolationOfTheDatabaseIsOverruled() throws Exception {
		DataSource strict = SERVER.dataSource(SERVER.newDatabase());
		JdbcTemplate operator = new JdbcTemplate(strict);
		operator.execute("alter database " + operator.queryForObject("select current_database()", String.class)
				+ " set default_transaction_isolation = 'serializable'");
		new JdbcLockSchema(strict, "DISTLOCK_").create();
		try (JdbcLockProvider ledger = new JdbcLockProvider(strict, JdbcLockSettings.defaults())) {
			List<Callable<Boolean>> writers = new ArrayList<>();
			for (int i = 0; i < 20; i++) {
				writers
					.add(() -> ledger.jobLedger().write(job("strict"), 0, state("t"), List.of(run(1)), 5).isPresent());
			}
			assertThat(results(writers)).containsOnlyOnce(true);
		}
	}

	@Test
	@Tag("timing")
	void restartKeepsJobsAndAServerThatIsDownIsTold() {
		try (PostgresServer server = new PostgresServer("fsync=off")) {
			server.start();
			JdbcStore store = new JdbcStore(server.dataSource(server.newDatabase()));
			LockKey job = job("restarted");
			try (JdbcLockProvider ledger = new JdbcLockProvider(store.dataSource(), JdbcLockSettings.defaults())) {
				write(ledger.jobLedger(), job, List.of(run(1)), 5);
				JobLedger.JobEntry before = ledger.jobLedger().read(job);
				server.kill();
				assertDown(() -> ledger.jobLedger().read(job));
				assertDown(() -> ledger.jobLedger().write(job, before.version(), state("down"), List.of(), 5));
				assertDown(() -> ledger.jobLedger().history(job, 5));
				server.start();
				Awaitility.await()
					.atMost(PATIENCE)
					.ignoreExceptions()
					.until(() -> ledger.jobLedger().read(job).version() > 0);
				assertThat(ledger.jobLedger().read(job).version()).isEqualTo(before.version());
				assertThat(ledger.jobLedger().read(job).state()).isEqualTo(before.state());
				assertThat(ledger.jobLedger().history(job, 5)).containsExactly(run(1));
			}
		}
	}

	@Test
	void deadConnectionIsReplacedBeforeItReads() {
		JdbcStore store = new JdbcStore(SERVER.dataSource(SERVER.newDatabase()));
		JdbcTemplate operator = new JdbcTemplate(store.dataSource());
		LockKey job = job("idle");
		try (JdbcLockProvider ledger = new JdbcLockProvider(store.dataSource(), JdbcLockSettings.defaults())) {
			write(ledger.jobLedger(), job, List.of(run(1)), 5);
			operator.execute("select pg_terminate_backend(pid) from pg_stat_activity "
					+ "where datname = current_database() and pid <> pg_backend_pid()");
			assertThat(ledger.jobLedger().history(job, 5)).containsExactly(run(1));
		}
	}

	private static void assertDown(Runnable call) {
		LockStoreException failure = catchThrowableOfType(LockStoreException.class, call::run);
		assertThat(failure).isNotNull().hasMessageContaining("DISTLOCK_JOB");
		assertThat(failure.getOutcome()).isNotEqualTo(Outcome.PERMANENT);
	}

	private static long errors() throws IOException {
		try (Stream<String> lines = Files.lines(SERVER.log())) {
			return lines.filter((line) -> line.contains("ERROR")).count();
		}
	}

}
