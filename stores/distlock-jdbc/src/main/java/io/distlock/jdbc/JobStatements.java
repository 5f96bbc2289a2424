// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.Sql;
import io.distlock.jdbc.sql.SqlErrors;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStateText;

/**
 * Statements on the rows of one job. The transaction that has changed the row of the job
 * keeps all others from the rows of its runs until the transaction ends.
 */
final class JobStatements {

	static final int AT_ONCE = 500;

	private static final List<Integer> SIZES = List.of(1, 5, 25, 100, AT_ONCE);

	private static final int KEY = 4;

	private final Platform platform;

	private final String tablePrefix;

	private final JobSql sql;

	private volatile boolean checked;

	JobStatements(Platform platform, String tablePrefix) {
		this.platform = platform;
		this.tablePrefix = tablePrefix;
		this.sql = SchemaTable.jobs(platform, tablePrefix);
	}

	// Applications that run no jobs need not have the tables, so they are looked for when
	// the first job is, and not at start.
	void checkTables(Connection connection) throws SQLException {
		if (!this.checked) {
			JdbcLockSchema.verify(connection, this.platform, this.tablePrefix, SchemaTable.JOB);
			JdbcLockSchema.verify(connection, this.platform, this.tablePrefix, SchemaTable.JOB_RUN);
			this.checked = true;
		}
	}

	JobEntry read(Connection connection, String job) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.sql.read());
				ResultSet row = Sql.bind(statement, job).executeQuery()) {
			if (!row.next()) {
				throw new SQLException("The database returned no time");
			}
			return JobRows.entry(row);
		}
	}

	// Read jobs, each once, in one statement; the last one is repeated so that there are
	// few different statements. Unknown jobs have an entry that says so.
	Map<String, JobEntry> readAll(Connection connection, List<String> jobs) throws SQLException {
		int size = SIZES.stream().filter((some) -> some >= jobs.size()).findFirst().orElseThrow();
		List<String> padded = new ArrayList<>(jobs);
		padded.addAll(Collections.nCopies(size - jobs.size(), jobs.get(jobs.size() - 1)));
		Map<String, JobEntry> entries = new HashMap<>();
		Instant now = null;
		try (PreparedStatement statement = connection.prepareStatement(this.sql.readAll(size));
				ResultSet row = Sql.bind(statement, padded.toArray()).executeQuery()) {
			while (row.next()) {
				JobEntry entry = JobRows.entry(row);
				now = entry.now();
				if (entry.version() != 0) {
					entries.put(row.getString(KEY), entry);
				}
			}
		}
		if (now == null) {
			throw new SQLException("The database returned no time");
		}
		JobEntry unknown = new JobEntry(0, JobState.unknown(), now);
		jobs.forEach((job) -> entries.putIfAbsent(job, unknown));
		return entries;
	}

	boolean insert(Connection connection, String job, JobState state) throws SQLException {
		try {
			return Sql.update(connection, this.sql.insert(), JobStateText.of(state), job) != 0;
		}
		catch (SQLException ex) {
			if (SqlErrors.isDuplicateKey(ex)) {
				return false;
			}
			throw ex;
		}
	}

	boolean update(Connection connection, String job, long version, JobState state) throws SQLException {
		return Sql.update(connection, this.sql.update(), JobStateText.of(state), job, version) != 0;
	}

	List<String> keys(Connection connection) throws SQLException {
		List<String> keys = new ArrayList<>();
		try (PreparedStatement statement = connection.prepareStatement(this.sql.keys());
				ResultSet row = statement.executeQuery()) {
			while (row.next()) {
				keys.add(row.getString(1));
			}
		}
		return keys;
	}

	// Return the version of the row that there is, zero if there is none any more.
	long delete(Connection connection, String job, long version) throws SQLException {
		if (Sql.update(connection, this.sql.delete(), job, version) != 0) {
			Sql.update(connection, this.sql.deleteRuns(), job);
			return 0;
		}
		try (PreparedStatement statement = connection.prepareStatement(this.sql.version());
				ResultSet row = Sql.bind(statement, job).executeQuery()) {
			return row.next() ? row.getLong(1) : 0;
		}
	}

	void record(Connection connection, String job, JobRun run) throws SQLException {
		List<Object> columns = JobRows.run(run);
		List<Object> parameters = new ArrayList<>(columns.subList(2, columns.size()));
		parameters.addAll(List.of(job, columns.get(0), columns.get(1)));
		if (Sql.update(connection, this.sql.updateRun(), parameters.toArray()) == 0) {
			columns.add(job);
			Sql.update(connection, this.sql.insertRun(), columns.toArray());
		}
	}

	// Delete what is older than the records that are kept.
	void trim(Connection connection, String job, int historySize) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.sql.attempts());
				ResultSet row = Sql.bind(statement, job).executeQuery()) {
			for (int kept = 0; row.next(); kept++) {
				if (kept == historySize) {
					Long fireTime = row.getLong(1);
					Long attempt = row.getLong(2);
					Sql.update(connection, this.sql.deleteUpTo(), job, fireTime, fireTime, attempt);
					return;
				}
			}
		}
	}

	List<JobRun> history(Connection connection, String job, int limit) throws SQLException {
		List<JobRun> runs = new ArrayList<>();
		try (PreparedStatement statement = connection.prepareStatement(this.sql.history())) {
			statement.setMaxRows(limit);
			try (ResultSet row = Sql.bind(statement, job).executeQuery()) {
				while (row.next()) {
					runs.add(JobRows.run(row));
				}
			}
		}
		return runs;
	}

}
