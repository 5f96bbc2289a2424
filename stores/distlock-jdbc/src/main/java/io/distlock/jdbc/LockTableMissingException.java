// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A table, such as that of locks or one of cluster jobs, does not exist, or lacks a
 * column.
 *
 * @since 0.1.0
 */
public class LockTableMissingException extends LockStoreException {

	private final String tableName;

	private final String content;

	private final String createStatement;

	private final String properties;

	private final List<LockTableMissingException> others;

	/**
	 * Create an exception.
	 * @param tableName the table that was looked for
	 * @param content what it holds, such as {@code locks} or {@code cluster jobs}
	 * @param createStatement the statement that creates it, or several, separated by
	 * semicolons
	 * @param properties what the names of the properties about the table start with
	 * @param cause the driver's own exception
	 */
	public LockTableMissingException(String tableName, String content, String createStatement, String properties,
			@Nullable Throwable cause) {
		super(message(tableName, createStatement, properties, cause), Outcome.PERMANENT, cause);
		this.tableName = tableName;
		this.content = content;
		this.createStatement = createStatement;
		this.properties = properties;
		this.others = List.of();
	}

	private LockTableMissingException(LockTableMissingException first, List<LockTableMissingException> others) {
		super(Stream.concat(Stream.of(first), others.stream())
			.map(Throwable::getMessage)
			.collect(Collectors.joining(";%n%n".formatted())), Outcome.PERMANENT, first.getCause());
		this.tableName = first.tableName;
		this.content = first.content;
		this.createStatement = first.createStatement;
		this.properties = first.properties;
		this.others = List.copyOf(others);
	}

	/**
	 * Name other missing tables, too.
	 * @param others the other tables
	 * @return an exception about this table and the others
	 */
	public LockTableMissingException and(List<LockTableMissingException> others) {
		return new LockTableMissingException(this, others);
	}

	/**
	 * Return what else is missing.
	 * @return one exception for each other table, or for several that go together
	 */
	public List<LockTableMissingException> getOthers() {
		return this.others;
	}

	/**
	 * Return the table that was looked for.
	 * @return the name, with the schema if one is configured
	 */
	public String getTableName() {
		return this.tableName;
	}

	/**
	 * Return what the table holds.
	 * @return the content, such as {@code locks} or {@code cluster jobs}
	 */
	public String getContent() {
		return this.content;
	}

	/**
	 * Return the statement that creates the table.
	 * @return the statement in the dialect of the database, or several, separated by
	 * semicolons
	 */
	public String getCreateStatement() {
		return this.createStatement;
	}

	/**
	 * Return what the names of the properties about the table start with.
	 * @return the start of the names, such as {@code distlock.jdbc}
	 */
	public String getProperties() {
		return this.properties;
	}

	/**
	 * Return whether the table is there, but lacks a column.
	 * @return whether it is to be altered, and not to be created
	 */
	public boolean isIncomplete() {
		return isIncomplete(getCause());
	}

	private static boolean isIncomplete(@Nullable Throwable cause) {
		return cause != null && SqlErrors.isOfColumn(cause);
	}

	private static String message(String tableName, String createStatement, String properties,
			@Nullable Throwable cause) {
		String said = (cause != null) ? " (%s)".formatted(SqlErrors.describe(cause)) : "";
		return isIncomplete(cause)
				? "The table '%s' lacks a column.%s Add the missing column; the table should match:%n%s"
					.formatted(tableName, said, createStatement)
				: "The table '%s' is missing.%s Set '%s.initialize-schema=always', or run:%n%s".formatted(tableName,
						said, properties, createStatement);
	}

}
