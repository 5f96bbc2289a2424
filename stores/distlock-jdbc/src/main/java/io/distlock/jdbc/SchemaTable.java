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

import io.distlock.jdbc.internal.sql.DatabaseNotSupportedException;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.Platform;
import io.distlock.jdbc.internal.sql.PostgresSql;
import io.distlock.jdbc.internal.sql.QueueSql;
import io.distlock.jdbc.internal.sql.ShareSql;
import io.distlock.jdbc.internal.sql.Sql;
import io.distlock.jdbc.internal.sql.SqlErrors;

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
	boolean verify(Connection connection, Platform platform, String tablePrefix) throws SQLException {
		try {
			Sql.execute(connection, probe(platform, tablePrefix));
			if (Sql.ask(connection, collisions(platform, tablePrefix), (row) -> true) != null) {
				throw colliding(platform, tablePrefix);
			}
			return true;
		}
		catch (SQLException ex) {
			if (SqlErrors.isOfTable(ex)) {
				throw missing(platform, tablePrefix, explained(connection, platform, tablePrefix, ex));
			}
			throw ex;
		}
	}

	// PostgreSQL has names in lower case unless they are quoted.
	private SQLException explained(Connection connection, Platform platform, String tablePrefix, SQLException missing) {
		String name = in(tablePrefix);
		int start = name.indexOf('.') + 1;
		String quoted = "%s\"%s\"".formatted(name.substring(0, start), name.substring(start));
		return (platform == Platform.POSTGRESQL && isThere(connection, quoted)) ? new SQLException("""
				Only a table with the quoted name %s exists: run 'alter table %1$s rename to %s', \
				or create the table without quotes. %s""".formatted(quoted, name.substring(start),
				missing.getMessage()), missing.getSQLState(), missing.getErrorCode(), missing) : missing;
	}

	private static boolean isThere(Connection connection, String name) {
		try {
			return Boolean.TRUE.equals(Sql.ask(connection, "select to_regclass('%s') is not null".formatted(name),
					(row) -> row.getBoolean(1)));
		}
		catch (SQLException ex) {
			// In a transaction that has failed there is nothing to ask.
			return false;
		}
	}

	// Makes the table unless it is there.
	boolean create(Connection connection, Platform platform, String tablePrefix) throws SQLException {
		if (!exists(connection, platform, tablePrefix)) {
			try {
				Sql.execute(connection, createStatement(platform, tablePrefix));
			}
			catch (SQLException ex) {
				// Where another node was faster, the table is there now.
				if (!exists(connection, platform, tablePrefix)) {
					throw missing(platform, tablePrefix, ex);
				}
			}
		}
		return true;
	}

	private boolean exists(Connection connection, Platform platform, String tablePrefix) throws SQLException {
		try {
			return verify(connection, platform, tablePrefix);
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

	private String createStatement(Platform platform, String tablePrefix) {
		return script(this.script, platform, tablePrefix).get(this.position);
	}

	// Returns a statement that fails if the table is missing, or lacks a column.
	private String probe(Platform platform, String tablePrefix) {
		if (this == FENCE) {
			FenceSql.checkSupported(platform);
		}
		boolean queued = this == LOCK && platform == Platform.POSTGRESQL;
		return "select %s%s from %s where 1 = 0".formatted(this.columns, queued ? ", " + QueueSql.COLUMNS : "",
				in(tablePrefix));
	}

	String key() {
		return this.columns.substring(0, this.columns.indexOf(','));
	}

	// What is true for a row that no node has used for so long, which are its two
	// parameters. The row of a lock goes only once the clock, from which a new row takes
	// its token, has passed the tokens that the old row gave.
	String idle(Platform platform) {
		String used = (this == LOCK) ? "expires_at" : lastUsed();
		return "%2$s <= %1$s - ? and %3$s <= %1$s - ?".formatted(platform.now(), used, lastUsed())
				+ ((this == LOCK) ? " and token < " + platform.now() : "");
	}

	String lastUsed() {
		return (this == HOLDER) ? "ends_at" : "updated_at";
	}

	static LockSql locks(Platform platform, String tablePrefix) {
		String table = LOCK.in(tablePrefix);
		return (platform == Platform.POSTGRESQL) ? new PostgresSql(table) : new LockSql(platform, table);
	}

	static ShareSql shares(Platform platform, String tablePrefix) {
		return new ShareSql(platform, locks(platform, tablePrefix), HOLDER.in(tablePrefix));
	}

	static JobSql jobs(Platform platform, String tablePrefix) {
		return new JobSql(platform, JOB.in(tablePrefix), JOB_RUN.in(tablePrefix));
	}

	// Returns a query for keys that are equal although they differ, by the collation of
	// the column: in case, or by a sign that it passes over. Encoded keys differ in ASCII
	// letters, digits and few other signs only.
	private String collisions(Platform platform, String tablePrefix) {
		return """
				select %1$s from (select %1$s from %2$s where 1 = 0 union all select 'Aa' from %3$s \
				union all select 'a-b' from %3$s) differing where %1$s = 'aA' or %1$s = 'ab'""".formatted(key(),
				in(tablePrefix), platform.oneRow());
	}

	private DatabaseNotSupportedException colliding(Platform platform, String tablePrefix) {
		return new DatabaseNotSupportedException(
				"The column '%s' of the table '%s' treats different keys as equal, because the collation of the database or of the column ignores case or accents: two locks would be one."
					.formatted(key(), in(tablePrefix)),
				"Give the column a binary collation, or create the table in a database that has one. The script, which does so where the database supports it:%n%s"
					.formatted(createStatement(platform, tablePrefix)));
	}

	LockTableMissingException missing(Platform platform, String tablePrefix, Throwable cause) {
		String create = Arrays.stream(values())
			.filter((table) -> table.content.equals(this.content))
			.map((table) -> table.createStatement(platform, tablePrefix))
			.collect(Collectors.joining(";\n\n"));
		return new LockTableMissingException(in(tablePrefix), this.content, create, this.properties, cause);
	}

	static List<String> script(String name, Platform platform, String tablePrefix) {
		ClassPathResource resource = new ClassPathResource(name + platform.id() + ".sql", SchemaTable.class);
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
