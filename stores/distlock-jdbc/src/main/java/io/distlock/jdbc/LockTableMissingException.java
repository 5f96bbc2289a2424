// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a table of locks or cluster jobs does not exist or lacks a column.
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
	 * @param tableName the expected table
	 * @param content the content of the table, such as {@code locks} or {@code cluster
	 * jobs}
	 * @param createStatement the statements that create the table, separated by
	 * semicolons
	 * @param properties the prefix of the properties about the table
	 * @param cause the exception of the driver
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
	 * Add other missing tables.
	 * @param others the other tables
	 * @return an exception about all tables
	 */
	public LockTableMissingException and(List<LockTableMissingException> others) {
		return new LockTableMissingException(this, others);
	}

	/**
	 * Return the other missing tables.
	 * @return one exception for each other table, or for several related tables
	 */
	public List<LockTableMissingException> getOthers() {
		return this.others;
	}

	/**
	 * Return the expected table.
	 * @return the name, with the schema if configured
	 */
	public String getTableName() {
		return this.tableName;
	}

	/**
	 * Return the content of the table.
	 * @return the content, such as {@code locks} or {@code cluster jobs}
	 */
	public String getContent() {
		return this.content;
	}

	/**
	 * Return the statements that create the table.
	 * @return the statements in the dialect of the database, separated by semicolons
	 */
	public String getCreateStatement() {
		return this.createStatement;
	}

	/**
	 * Return the prefix of the properties about the table.
	 * @return the prefix, such as {@code distlock.jdbc}
	 */
	public String getProperties() {
		return this.properties;
	}

	/**
	 * Return whether the table exists but lacks a column.
	 * @return {@code true} if the table must be altered instead of created
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
