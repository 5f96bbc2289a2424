package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Binds text and whole numbers, the only types that the lock table knows.
 */
final class Parameters {

	private Parameters() {
	}

	static PreparedStatement bind(PreparedStatement statement, Object... parameters) throws SQLException {
		for (int i = 0; i < parameters.length; i++) {
			if (parameters[i] instanceof String text) {
				statement.setString(i + 1, text);
			}
			else {
				statement.setLong(i + 1, (Long) parameters[i]);
			}
		}
		return statement;
	}

	static int update(Connection connection, String sql, Object... parameters) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			return bind(statement, parameters).executeUpdate();
		}
	}

}
