package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Several statements that take effect together, on a connection in auto-commit mode.
 *
 * @param <T> what they result in
 */
interface Transaction<T> {

	T run() throws SQLException;

	/**
	 * Run the statements, and commit what they did. If one of them fails, none has done
	 * anything.
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
