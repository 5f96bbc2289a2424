// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.PostgresShareSql;
import io.distlock.jdbc.internal.sql.PostgresSql;
import io.distlock.jdbc.internal.sql.QueueSql;
import io.distlock.jdbc.internal.sql.ShareSql;
import io.distlock.jdbc.internal.table.SqlTable;
import io.distlock.jdbc.internal.table.TableNames;

/**
 * Tables in the order of the scripts that create them. An application without cluster
 * jobs, shared locks and permits needs the first table only.
 */
enum SchemaTable implements SqlTable {

	LOCK("locks", 0, "lock_key, owner, holder, token, expires_at, waiting_until, waiting, held_for, updated_at"),

	JOB("cluster jobs", 1, "job_key, version, job_state"),

	JOB_RUN("cluster jobs", 2, "job_key, " + JobSql.RUN),

	HOLDER("shared locks and permits", 3, "held_key, member_id, node, member_token, ends_at");

	private final String content;

	private final int position;

	private final String columns;

	SchemaTable(String content, int position, String columns) {
		this.content = content;
		this.position = position;
		this.columns = columns;
	}

	String content() {
		return this.content;
	}

	@Override
	public String columns(Dialect dialect) {
		boolean queued = this == LOCK && dialect.isQueued();
		return this.columns + (queued ? ", " + QueueSql.COLUMNS : "");
	}

	@Override
	public List<SqlTable> verifiedWhenUsed() {
		return switch (this) {
			case LOCK -> List.of(this);
			case JOB -> List.of(this, JOB_RUN);
			default -> List.of();
		};
	}

	@Override
	public String createStatement(Dialect dialect, String tablePrefix) {
		return TableNames.script(SchemaTable.class, "schema-", dialect, tablePrefix).get(this.position);
	}

	// The row of a lock goes only once the clock, from which a new row takes its token,
	// has passed the tokens that the old row gave.
	@Override
	public String idle(Dialect dialect) {
		return (this == LOCK) ? SqlTable.unusedSince("expires_at", dialect) + " and "
				+ SqlTable.unusedSince(lastUsed(), dialect) + " and token < " + dialect.now()
				: SqlTable.super.idle(dialect);
	}

	@Override
	public String lastUsed() {
		return (this == HOLDER) ? "ends_at" : SqlTable.super.lastUsed();
	}

	static LockSql locks(Dialect dialect, String tablePrefix) {
		return (dialect.isQueued() ? new PostgresSql(dialect, LOCK.in(tablePrefix))
				: new LockSql(dialect, LOCK.in(tablePrefix)));
	}

	static ShareSql shares(Dialect dialect, LockSql locks, String tablePrefix) {
		return (locks instanceof PostgresSql postgres) ? new PostgresShareSql(postgres, HOLDER.in(tablePrefix))
				: new ShareSql(dialect, locks, HOLDER.in(tablePrefix));
	}

	static QueueSql.Pass passing(String tablePrefix) {
		return PostgresShareSql.passing(LOCK.in(tablePrefix), HOLDER.in(tablePrefix));
	}

	static JobSql jobs(Dialect dialect, String tablePrefix) {
		return new JobSql(dialect, JOB.in(tablePrefix), JOB_RUN.in(tablePrefix));
	}

	@Override
	public LockTableMissingException missing(Dialect dialect, String tablePrefix, Throwable cause) {
		String create = Arrays.stream(values())
			.filter((table) -> table.content.equals(this.content))
			.map((table) -> table.createStatement(dialect, tablePrefix))
			.collect(Collectors.joining(";\n\n"));
		return new LockTableMissingException(in(tablePrefix), this.content, create, "distlock.jdbc", cause);
	}

}
