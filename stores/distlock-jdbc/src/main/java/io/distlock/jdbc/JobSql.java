// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.Collections;

import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Sql;

/**
 * SQL for the tables of cluster jobs. All times are microseconds since 1970 in UTC.
 * <p>
 * A version is at least the current time of the database, so that a job whose row was
 * deleted never has the same version again.
 */
final class JobSql {

	// What changes while a run goes on.
	private static final String PROGRESS = "node, fencing_token, started_at, ended_at, outcome, error";

	// Holds within the statement of a change if that has changed the job.
	static final String IS_CHANGED = "exists (select 1 from changed)";

	static final String RUN = "fire_time, attempt, " + PROGRESS;

	private static final String ATTEMPT = "job_key = ? and fire_time = ? and attempt = ?";

	private static final String LATEST_FIRST = " where job_key = ? order by fire_time desc, attempt desc";

	private final Dialect dialect;

	private final String jobs;

	private final String runs;

	private final String now;

	JobSql(Dialect dialect, String jobs, String runs) {
		this.dialect = dialect;
		this.jobs = jobs;
		this.runs = runs;
		this.now = dialect.now();
	}

	// Parameters: keys. One row for each job that is known, or one with the clock and
	// nulls if none is.
	String read(int count) {
		return "select " + this.now + ", version, job_state, job_key from " + this.dialect.oneRow() + " left join "
				+ this.jobs + " on job_key in " + Sql.parameters(count);
	}

	// Parameters: state, key.
	String insert() {
		return this.dialect
			.insertOnce("insert into " + this.jobs + " (version, job_state, job_key) values (" + this.now + ", ?, ?)");
	}

	// Parameters: state, key, version.
	String update() {
		return "update " + this.jobs + " set version = " + this.dialect.greatest("version + 1", this.now)
				+ ", job_state = ? where job_key = ? and version = ?";
	}

	// Parameters: run, key.
	String insertRun() {
		return "insert into " + this.runs + " (" + RUN + ", job_key) values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
	}

	// Parameters: run without fire time and attempt, key, fire time, attempt.
	String updateRun() {
		return "update " + this.runs + " set " + PROGRESS.replace(",", " = ?,") + " = ? where " + ATTEMPT;
	}

	// Whether a change with its records can be one statement, which takes effect as a
	// whole.
	boolean changesAtOnce() {
		return this.dialect.writesSeveralTables();
	}

	// Parameters: state, key, version, runs, history size. One row, unless the version is
	// another one by now. Only a change of the version changes records, so those that the
	// statement has read are those of the version that it finds once it has the row.
	String change(int runs) {
		return changing(runs) + " select " + this.now + ", next from changed";
	}

	// Changes a job and releases a lock, or does neither. The release depends on
	// IS_CHANGED. Parameters: those of the change and of the release. The row has the
	// last token and the node that was woken besides, nulls if the lease was not found.
	String change(int runs, String release) {
		return changing(runs) + ", released as (" + release + ") select " + this.now
				+ ", next, token, woken from changed left join released on true";
	}

	private String changing(int runs) {
		String changed = update() + " returning job_key as mine, version as next";
		String added = String.join(", ", Collections.nCopies(runs, Sql.parameters(RUN.split(",").length)));
		String kept = "select fire_time, attempt from added union select fire_time, attempt from " + this.runs
				+ " join changed on job_key = mine order by 1 desc, 2 desc limit ?";
		String recorded = "insert into " + this.runs + " (" + RUN
				+ ", job_key) select added.*, mine from added natural join kept, changed"
				+ " on conflict (job_key, fire_time, attempt) do update set "
				+ PROGRESS.replaceAll("(\\w+)", "$1 = excluded.$1");
		String trimmed = "delete from " + this.runs + " using changed where job_key = mine"
				+ " and (fire_time, attempt) not in (select fire_time, attempt from kept)";
		return "with changed as (" + changed + "), added (" + RUN + ") as (values " + added + "), kept as (" + kept
				+ "), recorded as (" + recorded + "), trimmed as (" + trimmed + ")";
	}

	// Parameters: key. One row at least, with nulls if there are no runs.
	String attempts() {
		return "select " + this.now + ", version, fire_time, attempt from " + this.jobs + " j left join " + this.runs
				+ " r on r.job_key = j.job_key where j.job_key = ? order by fire_time desc, attempt desc";
	}

	// Parameters: key, fire time twice, attempt.
	String deleteUpTo() {
		return "delete from " + this.runs
				+ " where job_key = ? and (fire_time < ? or (fire_time = ? and attempt <= ?))";
	}

	// Parameters: key.
	String history() {
		return "select " + RUN + " from " + this.runs + LATEST_FIRST;
	}

	String keys() {
		return "select job_key from " + this.jobs;
	}

	// Parameters: key.
	String version() {
		return "select version from " + this.jobs + " where job_key = ?";
	}

	// Parameters: key, version. A job that is made anew at the same time would get the
	// same version.
	String delete() {
		return "delete from " + this.jobs + " where job_key = ? and version = ? and version < " + this.now;
	}

	// Parameters: key.
	String deleteRuns() {
		return "delete from " + this.runs + " where job_key = ?";
	}

}
