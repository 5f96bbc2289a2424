package io.distlock.jdbc;

import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The lock table, or a table of cluster jobs, is not there, or lacks a column.
 *
 * @since 0.1.0
 */
public class LockTableMissingException extends LockStoreException {

	private final String tableName;

	private final String content;

	private final String createStatement;

	/**
	 * Create an exception.
	 * @param tableName the table that was looked for
	 * @param content what it holds, {@code locks} or {@code cluster jobs}
	 * @param createStatement the statement that creates it, or several, separated by
	 * semicolons
	 * @param cause the driver's own exception
	 */
	public LockTableMissingException(String tableName, String content, String createStatement,
			@Nullable Throwable cause) {
		super(message(tableName, createStatement), Outcome.PERMANENT, cause);
		this.tableName = tableName;
		this.content = content;
		this.createStatement = createStatement;
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
	 * @return {@code locks} or {@code cluster jobs}
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

	private static String message(String tableName, String createStatement) {
		return "The table '%s' is missing, or lacks a column. Set 'distlock.jdbc.initialize-schema=always', or run:%n%s"
			.formatted(tableName, createStatement);
	}

}
