// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.distlock.jdbc.sql.Sql;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRunText;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStateText;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the columns of cluster jobs, in the order of {@link JobSql}.
 */
final class JobRows {

	private JobRows() {
	}

	static List<Object> run(JobRun run) {
		return new ArrayList<>(Arrays.asList(micros(run.fireTime()), (long) run.attempt(), run.node(),
				run.fencingToken(), micros(run.startedAt()), time(run.endedAt()), JobRunText.outcome(run),
				(run.error() != null) ? run.error() : Sql.NO_TEXT));
	}

	static JobEntry entry(ResultSet row) throws SQLException {
		Instant now = instant(row.getLong(1));
		long version = row.getLong(2);
		return new JobEntry(version, (version != 0) ? JobStateText.parse(text(row, 3)) : JobState.unknown(), now);
	}

	static JobRun run(ResultSet row) throws SQLException {
		String outcome = text(row, 7);
		return new JobRun(instant(row.getLong(1)), row.getInt(2), text(row, 3), row.getLong(4), instant(row.getLong(5)),
				time(row, 6), JobRunText.outcome(outcome), row.getString(8), JobRunText.isOnDemand(outcome));
	}

	static Long micros(Instant time) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, time.truncatedTo(ChronoUnit.MICROS));
	}

	// Oracle reads an empty text as none.
	private static String text(ResultSet row, int column) throws SQLException {
		return Objects.requireNonNullElse(row.getString(column), "");
	}

	private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
		long micros = row.getLong(column);
		return row.wasNull() ? null : instant(micros);
	}

	private static Object time(@Nullable Instant time) {
		return (time != null) ? micros(time) : Sql.NO_NUMBER;
	}

	private static Instant instant(long micros) {
		return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
	}

}
