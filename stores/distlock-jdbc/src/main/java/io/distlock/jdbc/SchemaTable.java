// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.PostgresShareSql;
import io.distlock.jdbc.internal.sql.PostgresSql;
import io.distlock.jdbc.internal.sql.QueueSql;
import io.distlock.jdbc.internal.sql.ShareSql;

import org.springframework.core.io.ClassPathResource;
import org.springframework.util.StreamUtils;

/**
 * The tables, in the order of the scripts that create them. An application that runs no
 * cluster jobs, and has neither shared locks nor permits, needs the first one only; the
 * one for fencing tokens has scripts of its own, since it is in the database that it
 * guards.
 */
enum SchemaTable {

	LOCK("locks", "schema-", 0, "distlock.jdbc",
			"lock_key, owner, holder, token, expires_at, waiting_until, waiting, held_for, updated_at"),

	JOB("cluster jobs", "schema-", 1, "distlock.jdbc", "job_key, version, job_state"),

	JOB_RUN("cluster jobs", "schema-", 2, "distlock.jdbc", "job_key, " + JobSql.RUN),

	HOLDER("shared locks and permits", "schema-", 3, "distlock.jdbc",
			"held_key, member_id, node, member_token, ends_at"),

	FENCE("fencing tokens", "schema-fencing-", 0, "distlock.fencing", "fence_key, token, transaction_mark, updated_at");

	private static final Pattern NAME = Pattern.compile(JdbcLockSettings.DEFAULT_TABLE_PREFIX + "([A-Z_]+)");

	private final String content;

	private final String script;

	private final int position;

	private final String properties;

	private final String columns;

	SchemaTable(String content, String script, int position, String properties, String columns) {
		this.content = content;
		this.script = script;
		this.position = position;
		this.properties = properties;
		this.columns = columns;
	}

	String content() {
		return this.content;
	}

	String in(String tablePrefix) {
		return named(tablePrefix, name());
	}

	// A prefix in lower case has the whole name in lower case, which some databases tell
	// from upper case.
	private static String named(String tablePrefix, String name) {
		String start = tablePrefix.substring(tablePrefix.indexOf('.') + 1);
		boolean lower = !start.equals(start.toUpperCase(Locale.ROOT)) && start.equals(start.toLowerCase(Locale.ROOT));
		return tablePrefix + (lower ? name.toLowerCase(Locale.ROOT) : name);
	}

	// Checks that the table is there, with all its columns, and tells keys apart.
	boolean verify(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
		try {
			Sql.execute(connection, probe(dialect, tablePrefix));
			if (Sql.ask(connection, collisions(dialect, tablePrefix), (row) -> true) != null) {
				throw colliding(dialect, tablePrefix);
			}
			return true;
		}
		catch (SQLException ex) {
			if (SqlErrors.isOfTable(ex)) {
				throw missing(dialect, tablePrefix, dialect.explain(connection, in(tablePrefix), ex));
			}
			throw ex;
		}
	}

	// Makes the table unless it is there.
	boolean create(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
		if (!exists(connection, dialect, tablePrefix)) {
			try {
				Sql.execute(connection, createStatement(dialect, tablePrefix));
			}
			catch (SQLException ex) {
				// Where another node was faster, the table is there now.
				if (!exists(connection, dialect, tablePrefix)) {
					throw missing(dialect, tablePrefix, ex);
				}
			}
		}
		return true;
	}

	private boolean exists(Connection connection, Dialect dialect, String tablePrefix) throws SQLException {
		try {
			return verify(connection, dialect, tablePrefix);
		}
		catch (LockTableMissingException ex) {
			return false;
		}
	}

	// Returns which tables are looked for when this one is used for the first time, and
	// not at start.
	List<SchemaTable> verifiedWhenUsed() {
		return switch (this) {
			case LOCK -> List.of(this);
			case JOB -> List.of(this, JOB_RUN);
			default -> List.of();
		};
	}

	private String createStatement(Dialect dialect, String tablePrefix) {
		return script(this.script, dialect, tablePrefix).get(this.position);
	}

	// Returns a statement that fails if the table is missing, or lacks a column.
	private String probe(Dialect dialect, String tablePrefix) {
		if (this == FENCE) {
			FenceSql.checkSupported(dialect);
		}
		boolean queued = this == LOCK && dialect.isQueued();
		return "select " + this.columns + (queued ? ", " + QueueSql.COLUMNS : "") + " from " + in(tablePrefix)
				+ " where 1 = 0";
	}

	String key() {
		return this.columns.substring(0, this.columns.indexOf(','));
	}

	// What is true for a row that no node has used for so long, which are its two
	// parameters. The row of a lock goes only once the clock, from which a new row takes
	// its token, has passed the tokens that the old row gave.
	String idle(Dialect dialect) {
		String used = (this == LOCK) ? "expires_at" : lastUsed();
		String before = " <= " + dialect.now() + " - ?";
		String idle = used + before + " and " + lastUsed() + before;
		return (this == LOCK) ? idle + " and token < " + dialect.now() : idle;
	}

	String lastUsed() {
		return (this == HOLDER) ? "ends_at" : "updated_at";
	}

	static LockSql locks(Dialect dialect, String tablePrefix) {
		return (dialect.isQueued() ? new PostgresSql(dialect, LOCK.in(tablePrefix))
				: new LockSql(dialect, LOCK.in(tablePrefix)));
	}

	static ShareSql shares(Dialect dialect, String tablePrefix) {
		LockSql locks = locks(dialect, tablePrefix);
		return (locks instanceof PostgresSql postgres) ? new PostgresShareSql(postgres, HOLDER.in(tablePrefix))
				: new ShareSql(dialect, locks, HOLDER.in(tablePrefix));
	}

	static QueueSql.Pass passing(String tablePrefix) {
		return PostgresShareSql.passing(LOCK.in(tablePrefix), HOLDER.in(tablePrefix));
	}

	static JobSql jobs(Dialect dialect, String tablePrefix) {
		return new JobSql(dialect, JOB.in(tablePrefix), JOB_RUN.in(tablePrefix));
	}

	// Returns a query for keys that are equal although they differ, by the collation of
	// the column: in case, or by a sign that it passes over. Encoded keys differ in ASCII
	// letters, digits and few other signs only.
	private String collisions(Dialect dialect, String tablePrefix) {
		String key = key();
		String names = "select " + key + " from " + in(tablePrefix) + " where 1 = 0 union all select 'Aa' from "
				+ dialect.oneRow() + " union all select 'a-b' from " + dialect.oneRow();
		return "select " + key + " from (" + names + ") differing where " + key + " = 'aA' or " + key + " = 'ab'";
	}

	private DatabaseNotSupportedException colliding(Dialect dialect, String tablePrefix) {
		return new DatabaseNotSupportedException(
				"The column '%s' of the table '%s' treats different keys as equal, because the collation of the database or of the column ignores case or accents: two locks would be one."
					.formatted(key(), in(tablePrefix)),
				"Give the column a binary collation, or create the table in a database that has one. The script, which does so where the database supports it:%n%s"
					.formatted(createStatement(dialect, tablePrefix)));
	}

	LockTableMissingException missing(Dialect dialect, String tablePrefix, Throwable cause) {
		String create = Arrays.stream(values())
			.filter((table) -> table.content.equals(this.content))
			.map((table) -> table.createStatement(dialect, tablePrefix))
			.collect(Collectors.joining(";\n\n"));
		return new LockTableMissingException(in(tablePrefix), this.content, create, this.properties, cause);
	}

	static List<String> script(String name, Dialect dialect, String tablePrefix) {
		ClassPathResource resource = new ClassPathResource(name + dialect.id() + ".sql", SchemaTable.class);
		try {
			String script = StreamUtils.copyToString(resource.getInputStream(), StandardCharsets.UTF_8);
			return Arrays.stream(script.split(";"))
				.map(String::strip)
				.filter((statement) -> !statement.isEmpty())
				.map((statement) -> NAME.matcher(statement)
					.replaceAll((table) -> Matcher.quoteReplacement(named(tablePrefix, table.group(1)))))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
