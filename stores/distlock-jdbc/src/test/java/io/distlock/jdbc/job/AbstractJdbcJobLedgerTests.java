// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

import io.distlock.contract.job.JobLedgerContract;
import io.distlock.jdbc.CountingDataSource;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.contract.JdbcStore;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Cluster jobs in one database.
 */
public abstract class AbstractJdbcJobLedgerTests extends JobLedgerContract {

	@Override
	protected abstract JdbcStore store();

	/**
	 * Return how many statements make a change with one record, at least.
	 */
	protected int statementsOfAChange() {
		return 2;
	}

	@Test
	void callersTransactionIsNeitherUsedNorDisturbed() {
		TransactionTemplate transaction = new TransactionTemplate(
				new DataSourceTransactionManager(store().dataSource()));
		transaction.setReadOnly(true);
		LockKey job = job("rolled-back");
		transaction.executeWithoutResult((status) -> {
			status.setRollbackOnly();
			write(ledger(), job, List.of(run(1)), 5);
		});
		assertThat(ledger().read(job).state()).isEqualTo(state("t"));
		assertThat(ledger().history(job, 5)).containsExactly(run(1));
	}

	@Test
	void readingIsOneStatement() {
		CountingDataSource counting = new CountingDataSource(store().dataSource());
		LockKey job = job("counted");
		try (JdbcLockProvider ledger = provider(counting, "DISTLOCK_")) {
			ledger.jobLedger().read(job);
			write(ledger.jobLedger(), job, List.of(), 5);
			counting.reset();
			ledger.jobLedger().read(job);
			ledger.jobLedger().read(job("unknown"));
			assertThat(counting.statements()).hasSize(2).allSatisfy((sql) -> assertThat(sql).startsWith("select "));
		}
	}

	@Test
	void whatTheDatabaseUndidIsRepeatedAndNothingIsHalfDone() {
		CountingDataSource failing = new CountingDataSource(store().dataSource());
		LockKey job = job("undone");
		try (JdbcLockProvider ledger = provider(failing, "DISTLOCK_")) {
			write(ledger.jobLedger(), job, List.of(run(1)), 5);
			JobEntry before = ledger.jobLedger().read(job);
			for (int statement = 0; statement < 4; statement++) {
				long version = ledger.jobLedger().read(job).version();
				failing.failNext(atStatement(statement, new SQLException("deadlock", "40001", 1213)));
				assertThat(ledger.jobLedger().write(job, version, state("repeated"), List.of(run(1)), 5)).isPresent();
			}
			failing.failNext();
			JobEntry repeated = ledger.jobLedger().read(job);
			assertThat(repeated.version()).isGreaterThan(before.version());
			failing.failNext(atStatement(statementsOfAChange() - 1, new SQLException("gone", "08006", 0)));
			LockStoreException failure = catchThrowableOfType(LockStoreException.class,
					() -> ledger.jobLedger().write(job, repeated.version(), state("gone"), List.of(run(2)), 5));
			assertThat(failure.getOutcome()).isEqualTo(Outcome.UNKNOWN);
			failing.failNext();
			assertThat(ledger.jobLedger().read(job).state()).isEqualTo(state("repeated"));
			assertThat(ledger.jobLedger().read(job).version()).isEqualTo(repeated.version());
			assertThat(ledger.jobLedger().history(job, 5)).containsExactly(run(1));
			assertThat(ledger.jobLedger().write(job, repeated.version(), state("after"), List.of(run(2)), 5))
				.isPresent();
		}
	}

	private static SQLException[] atStatement(int position, SQLException failure) {
		SQLException[] failures = new SQLException[position + 1];
		Arrays.fill(failures, CountingDataSource.NONE);
		failures[position] = failure;
		return failures;
	}

	@Test
	void missingTablesAreToldWhenTheFirstJobIsLookedAtAndLocksDoWithoutThem() {
		JdbcTemplate operator = new JdbcTemplate(store().dataSource());
		JdbcLockSchema schema = new JdbcLockSchema(store().dataSource(), "ONLY_");
		operator.execute(schema.createStatements().get(0));
		schema.verify();
		try (JdbcLockProvider ledger = provider(new CountingDataSource(store().dataSource()), "ONLY_")) {
			assertThat(ledger.heldLocks(1)).isEmpty();
			assertMissing(ledger, "ONLY_JOB");
			operator.execute(schema.createStatements().get(1));
			assertMissing(ledger, "ONLY_JOB_RUN");
			schema.create();
			write(ledger.jobLedger(), job("found"), List.of(run(1)), 5);
		}
		schema.dropStatements().forEach(operator::execute);
	}

	private void assertMissing(JdbcLockProvider ledger, String table) {
		LockTableMissingException missing = catchThrowableOfType(LockTableMissingException.class,
				() -> ledger.jobLedger().read(job("missing")));
		assertThat(missing).isNotNull().hasMessageContaining("'" + table + "'");
		assertThat(missing.getTableName()).isEqualTo(table);
		assertThat(missing.getContent()).isEqualTo("cluster jobs");
		assertThat(missing.getOutcome()).isEqualTo(Outcome.PERMANENT);
		assertThat(missing.getCreateStatement()).contains("ONLY_JOB (").contains("ONLY_JOB_RUN (");
	}

	@Test
	void versionIsNotUsedTwiceThoughSomebodyDeletesTheRow() {
		LockKey job = job("deleted");
		write(ledger(), job, List.of(run(1)), 5);
		long version = ledger().read(job).version();
		new JdbcTemplate(store().dataSource()).update("delete from DISTLOCK_JOB where job_key = ?", LockSql.key(job));
		assertThat(ledger().read(job).version()).isZero();
		write(ledger(), job, List.of(run(1), run(2)), 5);
		assertThat(ledger().read(job).version()).isGreaterThan(version);
		assertThat(ledger().history(job, 5)).containsExactly(run(2), run(1));
	}

	protected static JdbcLockProvider provider(CountingDataSource dataSource, String prefix) {
		return new JdbcLockProvider(dataSource, JdbcLockSettings.defaults().withTablePrefix(prefix).withPoolSize(1));
	}

	@Override
	protected String intrude(LockKey job) {
		new JdbcTemplate(store().dataSource()).update("update DISTLOCK_JOB set job_state = 'hello' where job_key = ?",
				LockSql.key(job));
		return "a row with the job_key '%s' in the table 'DISTLOCK_JOB'".formatted(LockSql.key(job));
	}

}
