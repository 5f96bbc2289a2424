package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.postgresql.PGConnection;

import org.springframework.util.ClassUtils;

/**
 * Tells a session of its own from one behind a pooling proxy, which shares its sessions
 * between clients: settings would leak to others there, and notifications get lost. A
 * proxy makes up the process id that it tells at the start of a connection.
 */
final class PostgresSession {

	private PostgresSession() {
	}

	static boolean isDirect(Connection connection) throws SQLException {
		return ClassUtils.isPresent("org.postgresql.PGConnection", PostgresSession.class.getClassLoader())
				&& Driver.isDirect(connection);
	}

	private static final class Driver {

		private static boolean isDirect(Connection connection) throws SQLException {
			if (!connection.isWrapperFor(PGConnection.class)) {
				return false;
			}
			try (Statement statement = connection.createStatement();
					ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
				return row.next() && row.getInt(1) == connection.unwrap(PGConnection.class).getBackendPID();
			}
		}

	}

}
