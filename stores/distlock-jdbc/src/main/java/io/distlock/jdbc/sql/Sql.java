// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;

/**
 * Runs statements, with text and whole numbers as parameters: the only types that the
 * tables know.
 *
 * @since 0.1.0
 */
public final class Sql {

	/**
	 * In place of a text that is not there.
	 */
	public static final Object NO_TEXT = new None(Types.VARCHAR);

	/**
	 * In place of a number that is not there.
	 */
	public static final Object NO_NUMBER = new None(Types.BIGINT);

	private Sql() {
	}

	public static PreparedStatement bind(PreparedStatement statement, Object... parameters) throws SQLException {
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

	public static int update(Connection connection, String sql, Object... parameters) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			return bind(statement, parameters).executeUpdate();
		}
	}

	/**
	 * Run a statement many times.
	 * @param connection where to run it
	 * @param sql the statement
	 * @param rows the parameters of each time
	 * @return the number of rows that each changed, negative where the driver does not
	 * report it
	 * @throws SQLException if one of them failed
	 */
	public static int[] batch(Connection connection, String sql, List<Object[]> rows) throws SQLException {
		if (rows.isEmpty()) {
			return new int[0];
		}
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			for (Object[] parameters : rows) {
				bind(statement, parameters).addBatch();
			}
			return statement.executeBatch();
		}
	}

	public static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private record None(int type) {

	}

}
