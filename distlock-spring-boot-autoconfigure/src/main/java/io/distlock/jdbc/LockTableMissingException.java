package io.distlock.jdbc;

import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The lock table, a table of cluster jobs or that of fencing tokens is not there, or
 * lacks a column.
 *
 * @since 0.1.0
 */
public class LockTableMissingException extends LockStoreException {

	private final String tableName;

	private final String content;

	private final String createStatement;

	private final String properties;

	/**
	 * Create an exception.
	 * @param tableName the table that was looked for
	 * @param content what it holds, {@code locks}, {@code cluster jobs} or
	 * {@code fencing tokens}
	 * @param createStatement the statement that creates it, or several, separated by
	 * semicolons
	 * @param properties what the names of the properties about the table start with
	 * @param cause the driver's own exception
	 */
	public LockTableMissingException(String tableName, String content, String createStatement, String properties,
			@Nullable Throwable cause) {
		super(message(tableName, createStatement, properties), Outcome.PERMANENT, cause);
		this.tableName = tableName;
		this.content = content;
		this.createStatement = createStatement;
		this.properties = properties;
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
	 * @return {@code locks}, {@code cluster jobs} or {@code fencing tokens}
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
	 * @return {@code distlock.jdbc} or {@code distlock.fencing}
	 */
	public String getProperties() {
		return this.properties;
	}

	private static String message(String tableName, String createStatement, String properties) {
		return "The table '%s' is missing, or lacks a column. Set '%s.initialize-schema=always', or run:%n%s"
			.formatted(tableName, properties, createStatement);
	}

}
