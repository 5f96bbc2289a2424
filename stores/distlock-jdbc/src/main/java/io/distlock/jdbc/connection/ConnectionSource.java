// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Where the provider gets its connections: never one that takes part in a transaction of
 * the caller, and never after an unbounded wait.
 *
 * @since 0.1.0
 */
public interface ConnectionSource extends AutoCloseable {

	/**
	 * How long to wait for a free connection.
	 */
	Duration TIMEOUT = Duration.ofSeconds(3);

	/**
	 * Take a connection.
	 * @return the connection
	 * @throws SQLException if there was none in time
	 */
	Connection borrow() throws SQLException;

	/**
	 * Take a connection that may turn out to be dead, for a caller that only reads and
	 * can try again.
	 * @return the connection
	 * @throws SQLException if there was none in time
	 */
	Connection borrowUnasked() throws SQLException;

	/**
	 * Give a connection back.
	 * @param connection what {@link #borrow()} or {@link #borrowUnasked()} returned
	 * @param broken whether it may be of no use any more
	 * @throws SQLException if it could not be given back
	 */
	void giveBack(Connection connection, boolean broken) throws SQLException;

	/**
	 * Open a connection outside the pool, for the caller to close.
	 * @return the connection
	 * @throws SQLException if there is none
	 */
	Connection open() throws SQLException;

	/**
	 * Describe the pool, for messages about a connection that could not be had.
	 * @return what to look at, and the remedy
	 */
	String describe();

	@Override
	void close();

}
