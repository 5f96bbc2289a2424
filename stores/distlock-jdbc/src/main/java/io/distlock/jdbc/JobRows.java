/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the columns of cluster jobs, in the order of {@link JobSql}.
 */
final class JobRows {

	private JobRows() {
	}

	static List<Object> state(JobState state) {
		JobRun running = state.running();
		return new ArrayList<>(Arrays.asList(state.trigger(), micros(state.since()), time(state.lastFireTime()),
				time(state.lastEnd()), state.paused() ? 1L : 0L, time((running != null) ? running.fireTime() : null),
				(running != null) ? (Long) (long) running.attempt() : Sql.NO_NUMBER,
				(running != null) ? running.node() : Sql.NO_TEXT,
				(running != null) ? (Long) running.fencingToken() : Sql.NO_NUMBER,
				time((running != null) ? running.startedAt() : null)));
	}

	static List<Object> run(JobRun run) {
		return new ArrayList<>(Arrays.asList(micros(run.fireTime()), (long) run.attempt(), run.node(),
				run.fencingToken(), micros(run.startedAt()), time(run.endedAt()), run.outcome().name(),
				(run.error() != null) ? run.error() : Sql.NO_TEXT));
	}

	static JobEntry entry(ResultSet row) throws SQLException {
		Instant now = instant(row.getLong(1));
		long version = row.getLong(2);
		return new JobEntry(version, (version != 0) ? state(row) : JobState.unknown(), now);
	}

	static JobRun run(ResultSet row) throws SQLException {
		return new JobRun(instant(row.getLong(1)), row.getInt(2), text(row, 3), row.getLong(4), instant(row.getLong(5)),
				time(row, 6), JobRun.Outcome.valueOf(text(row, 7)), row.getString(8));
	}

	static Long micros(Instant time) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, time.truncatedTo(ChronoUnit.MICROS));
	}

	private static JobState state(ResultSet row) throws SQLException {
		return new JobState(text(row, 3), instant(row.getLong(4)), time(row, 5), time(row, 6), running(row),
				row.getInt(7) == 1);
	}

	private static @Nullable JobRun running(ResultSet row) throws SQLException {
		Instant fireTime = time(row, 8);
		return (fireTime == null) ? null : new JobRun(fireTime, row.getInt(9), text(row, 10), row.getLong(11),
				instant(row.getLong(12)), null, JobRun.Outcome.RUNNING, null);
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
