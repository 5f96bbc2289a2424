// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Several statements that take effect together, on a connection in auto-commit mode.
 *
 * @param <T> what they result in
 * @since 0.1.0
 */
public interface Transaction<T> {

	T run() throws SQLException;

	/**
	 * Run the statements, and commit what they did. If one of them fails, none has done
	 * anything.
	 * @param <T> what they result in
	 * @param connection where to run them
	 * @param statements what to run
	 * @return what they return
	 * @throws SQLException if one of them failed
	 */
	static <T> T in(Connection connection, Transaction<T> statements) throws SQLException {
		connection.setAutoCommit(false);
		T result;
		try {
			result = statements.run();
			connection.commit();
		}
		catch (SQLException | RuntimeException ex) {
			rollback(connection, ex);
			throw ex;
		}
		connection.setAutoCommit(true);
		return result;
	}

	private static void rollback(Connection connection, Exception failure) {
		try {
			connection.rollback();
			connection.setAutoCommit(true);
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
		}
	}

}
