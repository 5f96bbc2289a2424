package io.distlock.jdbc;

import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The lock table is not there, or lacks a column.
 *
 * @since 0.1.0
 */
public class LockTableMissingException extends LockStoreException {

	private final String tableName;

	private final String createStatement;

	/**
	 * Create an exception.
	 * @param tableName the table that was looked for
	 * @param createStatement the statement that creates it
	 * @param cause the driver's own exception
	 */
	public LockTableMissingException(String tableName, String createStatement, @Nullable Throwable cause) {
		super(message(tableName, createStatement), Outcome.PERMANENT, cause);
		this.tableName = tableName;
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
	 * Return the statement that creates the table.
	 * @return the statement, in the dialect of the database
	 */
	public String getCreateStatement() {
		return this.createStatement;
	}

	private static String message(String tableName, String createStatement) {
		return "The lock table '%s' is missing, or lacks a column. Set 'distlock.jdbc.initialize-schema=always', or run:%n%s"
			.formatted(tableName, createStatement);
	}

}
