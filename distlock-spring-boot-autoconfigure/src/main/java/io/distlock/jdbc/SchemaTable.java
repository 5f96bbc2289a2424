package io.distlock.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.core.io.ClassPathResource;
import org.springframework.util.StreamUtils;

/**
 * The tables, in the order of the scripts that create them. An application that runs no
 * cluster jobs needs the first one only.
 */
enum SchemaTable {

	LOCK("locks"),

	JOB("cluster jobs"),

	JOB_RUN("cluster jobs");

	private final String content;

	SchemaTable(String content) {
		this.content = content;
	}

	String in(String tablePrefix) {
		return tablePrefix + name();
	}

	/**
	 * Return the statement that creates the table.
	 * @param platform the database
	 * @param tablePrefix what the names of tables start with
	 * @return the statement, without a semicolon
	 */
	String createStatement(Platform platform, String tablePrefix) {
		return script("schema-", platform, tablePrefix).get(ordinal());
	}

	/**
	 * Return a statement that fails if the table is missing, or lacks a column.
	 * @param platform the database
	 * @param tablePrefix what the names of tables start with
	 * @return the statement
	 */
	String probe(Platform platform, String tablePrefix) {
		return switch (this) {
			case LOCK -> new LockSql(platform, in(tablePrefix)).probe();
			case JOB -> new JobSql(platform, tablePrefix).probe();
			case JOB_RUN -> new JobSql(platform, tablePrefix).probeRuns();
		};
	}

	LockTableMissingException missing(Platform platform, String tablePrefix, Throwable cause) {
		String create = Arrays.stream(values())
			.filter((table) -> table.content.equals(this.content))
			.map((table) -> table.createStatement(platform, tablePrefix))
			.collect(Collectors.joining(";\n\n"));
		return new LockTableMissingException(in(tablePrefix), this.content, create, cause);
	}

	static List<String> script(String name, Platform platform, String tablePrefix) {
		ClassPathResource resource = new ClassPathResource(name + platform.id() + ".sql", SchemaTable.class);
		try {
			String script = StreamUtils.copyToString(resource.getInputStream(), StandardCharsets.UTF_8);
			return Arrays.stream(script.split(";"))
				.map(String::strip)
				.filter((statement) -> !statement.isEmpty())
				.map((statement) -> statement.replace(JdbcLockSettings.DEFAULT_TABLE_PREFIX, tablePrefix))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
