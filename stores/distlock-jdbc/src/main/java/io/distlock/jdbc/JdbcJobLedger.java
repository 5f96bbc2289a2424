// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.distlock.jdbc.JobStatements.Ended;
import io.distlock.jdbc.JobStatements.Release;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.queue.PostgresWakeUps;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.QueuePosition;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;

/**
 * Keeps cluster jobs in two tables, with a row for each job and a row for each recorded
 * run. A change is one transaction on the provider's own connection; a read is one
 * statement.
 */
final class JdbcJobLedger implements JobLedger {

	// Number of times a removal waits for the next tick of the database's clock.
	private static final int REMOVALS = 20;

	private static final long CLOCK_TICK = TimeUnit.MILLISECONDS.toNanos(2);

	private final LockDatabase database;

	private final PostgresWakeUps wakeUps;

	JdbcJobLedger(LockDatabase database, PostgresWakeUps wakeUps) {
		this.database = database;
		this.wakeUps = wakeUps;
	}

	@Override
	public void verify() {
		read(() -> "find the tables of jobs", (connection, jobs) -> true);
	}

	@Override
	public JobEntry read(LockKey job) {
		return read(() -> "read job '" + job + "'", List.of(LockSql.key(job))).values().iterator().next();
	}

	@Override
	public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		Map<LockKey, JobEntry> entries = new LinkedHashMap<>();
		List<LockKey> all = List.copyOf(jobs);
		for (int from = 0; from < all.size(); from += JobStatements.BATCH_SIZE) {
			List<LockKey> some = all.subList(from, Math.min(from + JobStatements.BATCH_SIZE, all.size()));
			Map<String, JobEntry> found = read(() -> "read jobs", some.stream().map(LockSql::key).toList());
			some.forEach((job) -> entries.put(job, found.get(LockSql.key(job))));
		}
		return entries;
	}

	@Override
	public Duration leaseLeft(LockKey lock) {
		Duration left = this.database
			.read(SchemaTable.LOCK, () -> "check '" + lock + "'",
					(connection, tables) -> tables.statements()
						.observe(connection, LockSql.key(lock), Duration.ZERO, QueuePosition.NONE))
			.remaining();
		return left.isNegative() ? Duration.ZERO : left;
	}

	private Map<String, JobEntry> read(Supplier<String> what, List<String> jobs) {
		return understood(SchemaTable.JOB, what, jobs, (connection, statements) -> statements.read(connection, jobs));
	}

	private <T> T understood(SchemaTable table, Supplier<String> what, List<String> jobs, Work<T> work) {
		try {
			return read(what, work);
		}
		catch (DateTimeException | IllegalArgumentException ex) {
			throw new LockStoreException(
					"Could not %s in the database: %s in the table '%s' does not hold what this version keeps of a job. Unless a node of another version runs, delete it"
						.formatted(what.get(),
								(jobs.size() == 1) ? "a row with the job_key '" + jobs.get(0) + "'" : "a row",
								this.database.nameOf(table)),
					LockStoreException.Outcome.PERMANENT, ex);
		}
	}

	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		String key = LockSql.key(job);
		return run(() -> "write job '" + job + "'",
				(connection, jobs) -> jobs.write(connection, key, version, state, runs, historySize));
	}

	@Override
	public Optional<JobWrite> releasing(LockKey lock, LockOwner owner, long lastToken) {
		String locked = LockSql.key(lock);
		return Optional.of((job, version, state, runs, historySize) -> {
			Optional<Ended> ended = this.database.run(SchemaTable.JOB, () -> "write job '" + job + "'",
					(connection, tables) -> tables.jobs()
						.writeAndRelease(connection, LockSql.key(job), version, state, runs, historySize,
								new Release(locked, owner.id(), lastToken)));
			ended.ifPresent((done) -> this.wakeUps.woken(locked, done.release().wokenUnder()));
			return ended.map(Ended::entry);
		});
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		String key = LockSql.key(job);
		return (limit < 1) ? List.of() : understood(SchemaTable.JOB_RUN, () -> "list the runs of job '" + job + "'",
				List.of(key), (connection, jobs) -> jobs.history(connection, key, limit));
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		return JobLedger.decode(run(() -> "list the jobs", (connection, jobs) -> jobs.keys(connection)), keyPrefix);
	}

	@Override
	public boolean remove(LockKey job, long version) {
		Supplier<String> what = () -> "remove job '" + job + "'";
		for (int tries = 0; tries < REMOVALS; tries++) {
			long found = run(what, (connection, jobs) -> Sql.inTransaction(connection,
					() -> jobs.delete(connection, LockSql.key(job), version)));
			if (found != version) {
				return found == 0;
			}
			LockSupport.parkNanos(CLOCK_TICK);
		}
		throw new LockStoreException(
				"Could not %s in the database: its clock is behind the last change of the job. Try again later"
					.formatted(what.get()),
				LockStoreException.Outcome.TRANSIENT, null);
	}

	private <T> T run(Supplier<String> what, Work<T> work) {
		return this.database.run(SchemaTable.JOB, what, (connection, tables) -> work.apply(connection, tables.jobs()));
	}

	private <T> T read(Supplier<String> what, Work<T> work) {
		return this.database.read(SchemaTable.JOB, what, (connection, tables) -> work.apply(connection, tables.jobs()));
	}

	private interface Work<T> {

		T apply(Connection connection, JobStatements jobs) throws SQLException;

	}

}
