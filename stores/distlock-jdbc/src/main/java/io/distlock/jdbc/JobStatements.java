// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.sql.LockStatements;
import io.distlock.jdbc.internal.sql.LockStatements.End;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobText;
import org.jspecify.annotations.Nullable;

/**
 * Statements on the rows of one job. A transaction that has changed the row of the job
 * locks the rows of its runs against other transactions until its end.
 */
final class JobStatements {

	static final int BATCH_SIZE = 500;

	private static final List<Integer> SIZES = List.of(1, 5, 25, 100, BATCH_SIZE);

	private static final int KEY = 4;

	private final JobSql sql;

	private final LockStatements locks;

	private final String releaseIfChanged;

	JobStatements(JobSql sql, LockStatements locks) {
		this.sql = sql;
		this.locks = locks;
		this.releaseIfChanged = locks.releaseIf(JobSql.IS_CHANGED);
	}

	// Read jobs, each once, in one statement; the last one is repeated so that there are
	// few different statements. Unknown jobs have an entry that says so.
	Map<String, JobEntry> read(Connection connection, List<String> jobs) throws SQLException {
		int size = SIZES.stream().filter((some) -> some >= jobs.size()).findFirst().orElseThrow();
		List<String> padded = new ArrayList<>(jobs);
		padded.addAll(Collections.nCopies(size - jobs.size(), jobs.get(jobs.size() - 1)));
		Map<String, JobEntry> entries = new HashMap<>();
		List<JobEntry> found = Sql.list(connection, this.sql.read(size), (row) -> {
			JobEntry entry = entry(row);
			if (entry.version() != 0) {
				entries.put(row.getString(KEY), entry);
			}
			return entry;
		}, padded.toArray());
		if (found.isEmpty()) {
			throw new SQLException("The database returned no time");
		}
		JobEntry unknown = new JobEntry(0, JobState.unknown(), found.get(found.size() - 1).now());
		jobs.forEach((job) -> entries.putIfAbsent(job, unknown));
		return entries;
	}

	// Write a job, unless it has another version by now.
	Optional<JobEntry> write(Connection connection, String job, long version, JobState state, List<JobRun> runs,
			int historySize) throws SQLException {
		if (isOneStatement(version, runs)) {
			return Optional.ofNullable(Sql.first(connection, this.sql.change(runs.size()), (row) -> entry(state, row),
					changed(job, version, state, runs, historySize).toArray()));
		}
		return Sql.inTransaction(connection, () -> writeRows(connection, job, version, state, runs, historySize));
	}

	// Write a job and release a lock in one transaction, unless the job has another
	// version by now.
	Optional<Ended> writeAndRelease(Connection connection, String job, long version, JobState state, List<JobRun> runs,
			int historySize, Release lock) throws SQLException {
		if (!isOneStatement(version, runs)) {
			return Sql.inTransaction(connection, () -> {
				Optional<JobEntry> entry = writeRows(connection, job, version, state, runs, historySize);
				return entry.isPresent() ? Optional.of(new Ended(entry.get(), release(connection, lock)))
						: Optional.empty();
			});
		}
		List<Object> parameters = changed(job, version, state, runs, historySize);
		parameters.addAll(List.of(lock.lastToken(), lock.key(), lock.owner()));
		return Optional.ofNullable(Sql.first(connection, this.sql.change(runs.size(), this.releaseIfChanged),
				(row) -> new Ended(entry(state, row), released(row)), parameters.toArray()));
	}

	private End release(Connection connection, Release lock) throws SQLException {
		return this.locks.release(connection, lock.key(), lock.owner(), lock.lastToken());
	}

	private static End released(ResultSet changed) throws SQLException {
		long token = changed.getLong(3);
		return changed.wasNull() ? End.NOTHING : End.of(token, changed.getLong(4));
	}

	private boolean isOneStatement(long version, List<JobRun> runs) {
		return version != 0 && !runs.isEmpty() && this.sql.changesAtOnce();
	}

	private static List<Object> changed(String job, long version, JobState state, List<JobRun> runs, int historySize) {
		List<Object> parameters = new ArrayList<>(List.of(JobText.of(state), job, version));
		runs.forEach((run) -> parameters.addAll(columns(run)));
		parameters.add((long) historySize);
		return parameters;
	}

	private static JobEntry entry(JobState state, ResultSet changed) throws SQLException {
		return new JobEntry(changed.getLong(2), state, Sql.instant(changed.getLong(1)));
	}

	private Optional<JobEntry> writeRows(Connection connection, String job, long version, JobState state,
			List<JobRun> runs, int historySize) throws SQLException {
		boolean changed = (version == 0) ? insert(connection, job, state) : update(connection, job, version, state);
		if (!changed) {
			return Optional.empty();
		}
		for (JobRun run : runs) {
			record(connection, job, run);
		}
		return Optional.of(trim(connection, job, state, historySize));
	}

	private boolean insert(Connection connection, String job, JobState state) throws SQLException {
		return Sql.insert(connection, this.sql.insert(), JobText.of(state), job);
	}

	private boolean update(Connection connection, String job, long version, JobState state) throws SQLException {
		return Sql.update(connection, this.sql.update(), JobText.of(state), job, version) != 0;
	}

	List<String> keys(Connection connection) throws SQLException {
		return Sql.list(connection, this.sql.keys(), (row) -> row.getString(1));
	}

	// Return the version of the row that there is, zero if there is none any more.
	long delete(Connection connection, String job, long version) throws SQLException {
		if (Sql.update(connection, this.sql.delete(), job, version) != 0) {
			Sql.update(connection, this.sql.deleteRuns(), job);
			return 0;
		}
		return Sql.number(connection, this.sql.version(), job).orElse(0);
	}

	private void record(Connection connection, String job, JobRun run) throws SQLException {
		List<Object> columns = columns(run);
		List<Object> parameters = new ArrayList<>(columns.subList(2, columns.size()));
		parameters.addAll(List.of(job, columns.get(0), columns.get(1)));
		if (Sql.update(connection, this.sql.updateRun(), parameters.toArray()) == 0) {
			columns.add(job);
			Sql.update(connection, this.sql.insertRun(), columns.toArray());
		}
	}

	// Delete what is older than the records that are kept, and return the entry with the
	// state that was written just now.
	private JobEntry trim(Connection connection, String job, JobState state, int historySize) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.sql.attempts());
				ResultSet row = Sql.bind(statement, job).executeQuery()) {
			if (!row.next()) {
				throw new SQLException("The database returned no job");
			}
			JobEntry entry = new JobEntry(row.getLong(2), state, Sql.instant(row.getLong(1)));
			for (int left = historySize; left > 0; left--) {
				if (!row.next()) {
					return entry;
				}
			}
			Long fireTime = row.getLong(3);
			Long attempt = row.getLong(4);
			Sql.update(connection, this.sql.deleteUpTo(), job, fireTime, fireTime, attempt);
			return entry;
		}
	}

	List<JobRun> history(Connection connection, String job, int limit) throws SQLException {
		return Sql.list(connection, this.sql.history(), limit, JobStatements::run, job);
	}

	private static List<Object> columns(JobRun run) {
		return new ArrayList<>(Arrays.asList(Sql.micros(run.fireTime()), (long) run.attempt(), run.node(),
				run.fencingToken(), Sql.micros(run.startedAt()), time(run.endedAt()), run.outcomeText(),
				(run.error() != null) ? run.error() : Sql.NO_TEXT));
	}

	private static JobEntry entry(ResultSet row) throws SQLException {
		Instant now = Sql.instant(row.getLong(1));
		long version = row.getLong(2);
		return new JobEntry(version, (version != 0) ? JobText.state(text(row, 3)) : JobState.unknown(), now);
	}

	private static JobRun run(ResultSet row) throws SQLException {
		String outcome = text(row, 7);
		return new JobRun(Sql.instant(row.getLong(1)), row.getInt(2), text(row, 3), row.getLong(4),
				Sql.instant(row.getLong(5)), time(row, 6), JobRun.outcome(outcome), row.getString(8),
				JobRun.isOnDemand(outcome));
	}

	// Oracle reads an empty text as none.
	private static String text(ResultSet row, int column) throws SQLException {
		return Objects.requireNonNullElse(row.getString(column), "");
	}

	private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
		long micros = row.getLong(column);
		return row.wasNull() ? null : Sql.instant(micros);
	}

	private static Object time(@Nullable Instant time) {
		return (time != null) ? Sql.micros(time) : Sql.NO_NUMBER;
	}

	/**
	 * Lock to release.
	 *
	 * @param key the key
	 * @param owner the owner of the lease
	 * @param lastToken the last used token
	 */
	record Release(String key, String owner, long lastToken) {

	}

	/**
	 * Result of a write that also releases a lock.
	 *
	 * @param entry the job
	 * @param release the result of the release
	 */
	record Ended(JobEntry entry, End release) {

	}

}
