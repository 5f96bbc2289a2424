package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Binds text and whole numbers, the only types that the tables know.
 */
final class Parameters {

	/**
	 * In place of a text that is not there.
	 */
	static final Object NO_TEXT = new None(Types.VARCHAR);

	/**
	 * In place of a number that is not there.
	 */
	static final Object NO_NUMBER = new None(Types.BIGINT);

	private Parameters() {
	}

	static PreparedStatement bind(PreparedStatement statement, Object... parameters) throws SQLException {
		for (int i = 0; i < parameters.length; i++) {
			if (parameters[i] instanceof String text) {
				statement.setString(i + 1, text);
			}
			else if (parameters[i] instanceof None none) {
				statement.setNull(i + 1, none.type());
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

	private record None(int type) {

	}

}
