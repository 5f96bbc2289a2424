// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.queue;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Source of the connection on which a node listens.
 *
 * @since 0.1.0
 */
public interface NodeSource {

	/**
	 * Open a connection outside the pool, for the caller to close.
	 * @return the connection
	 * @throws SQLException if there is none
	 */
	Connection open() throws SQLException;

	/**
	 * Return whether notifications arrive on a connection.
	 * @param connection the connection
	 * @return whether no pooling proxy is in between
	 * @throws SQLException if the connection is of no use
	 */
	boolean isDirect(Connection connection) throws SQLException;

	/**
	 * Return the table with the locks.
	 * @return its name
	 */
	String table();

}
