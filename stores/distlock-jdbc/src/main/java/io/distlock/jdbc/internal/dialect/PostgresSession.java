// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.SQLException;

import org.postgresql.PGConnection;

/**
 * Distinguishes a dedicated session from a session behind a pooling proxy, which shares
 * its sessions among clients: settings and prepared statements would affect other
 * clients, and notifications would be lost. A proxy invents the process ID that it
 * reports for a new connection.
 *
 * @since 0.1.0
 */
public final class PostgresSession {

	private PostgresSession() {
	}

	public static boolean isDirect(Connection connection) throws SQLException {
		if (!PostgresDriver.hasMade(connection)) {
			return false;
		}
		Integer served = Sql.ask(connection, "select pg_backend_pid()", (row) -> row.getInt(1));
		return served != null && served == driver(connection).getBackendPID();
	}

	// Returns how often the driver runs a statement before it prepares it on the server,
	// 0 if it never does, or if it is another driver.
	public static int prepareThreshold(Connection connection) throws SQLException {
		return PostgresDriver.hasMade(connection) ? driver(connection).getPrepareThreshold() : 0;
	}

	public static void setPrepareThreshold(Connection connection, int executions) throws SQLException {
		if (PostgresDriver.hasMade(connection)) {
			driver(connection).setPrepareThreshold(executions);
		}
	}

	// Runs statements in one transaction at READ COMMITTED, whatever the isolation of the
	// session is, and leaves that as it is. They may end the transaction themselves.
	public static <T> T atReadCommitted(Connection connection, Sql.Transaction<T> statements) throws SQLException {
		return Sql.inTransaction(connection, () -> {
			Sql.execute(connection, "set transaction isolation level read committed");
			return statements.run();
		});
	}

	private static PGConnection driver(Connection connection) throws SQLException {
		return connection.unwrap(PGConnection.class);
	}

}
