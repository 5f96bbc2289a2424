// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

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

	/**
	 * Run a query, and read the first row.
	 * @param <T> what it is read as
	 * @param connection where to run it
	 * @param sql the query
	 * @param row reads the row
	 * @param parameters the parameters
	 * @return what was read, {@code null} if there is no row
	 * @throws SQLException if it failed
	 */
	public static <T> @Nullable T first(Connection connection, String sql, Row<T> row, Object... parameters)
			throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql);
				ResultSet found = bind(statement, parameters).executeQuery()) {
			return found.next() ? row.read(found) : null;
		}
	}

	/**
	 * Run a query for one number.
	 * @param connection where to run it
	 * @param sql the query
	 * @param parameters the parameters
	 * @return the first column of the first row, empty if there is no row
	 * @throws SQLException if it failed
	 */
	public static OptionalLong number(Connection connection, String sql, Object... parameters) throws SQLException {
		Long found = first(connection, sql, (row) -> row.getLong(1), parameters);
		return (found != null) ? OptionalLong.of(found) : OptionalLong.empty();
	}

	/**
	 * Run a query, and read all rows.
	 * @param <T> what each is read as
	 * @param connection where to run it
	 * @param sql the query
	 * @param row reads a row
	 * @param parameters the parameters
	 * @return what was read
	 * @throws SQLException if it failed
	 */
	public static <T> List<T> list(Connection connection, String sql, Row<T> row, Object... parameters)
			throws SQLException {
		return list(connection, sql, 0, row, parameters);
	}

	public static <T> List<T> list(Connection connection, String sql, int maxRows, Row<T> row, Object... parameters)
			throws SQLException {
		List<T> read = new ArrayList<>();
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			if (maxRows != 0) {
				statement.setMaxRows(maxRows);
			}
			try (ResultSet found = bind(statement, parameters).executeQuery()) {
				while (found.next()) {
					read.add(row.read(found));
				}
			}
		}
		return read;
	}

	/**
	 * Repeat the first of some values, so that there are few different numbers of them:
	 * these make few different statements, which drivers and databases then have
	 * prepared.
	 * @param <T> their type
	 * @param values the values, at least one
	 * @return a power of four of them
	 */
	public static <T> List<T> padded(Collection<T> values) {
		List<T> padded = new ArrayList<>(values);
		int size = 1;
		while (size < padded.size()) {
			size *= 4;
		}
		padded.addAll(Collections.nCopies(size - padded.size(), padded.get(0)));
		return padded;
	}

	/**
	 * Return a list of parameters.
	 * @param count how many
	 * @return the list, in parentheses
	 */
	public static String parameters(int count) {
		return "(?" + ", ?".repeat(count - 1) + ")";
	}

	/**
	 * Run statements that take effect together, and commit what they did unless they have
	 * done so themselves. If one of them fails, none has done anything.
	 * @param <T> what they result in
	 * @param connection where to run them, in auto-commit mode
	 * @param statements what to run
	 * @return what they return
	 * @throws SQLException if one of them failed
	 */
	public static <T> T inTransaction(Connection connection, Transaction<T> statements) throws SQLException {
		connection.setAutoCommit(false);
		T result;
		try {
			result = statements.run();
			if (!connection.getAutoCommit()) {
				connection.commit();
			}
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
			if (!connection.getAutoCommit()) {
				connection.rollback();
				connection.setAutoCommit(true);
			}
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
		}
	}

	public static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private record None(int type) {

	}

	/**
	 * Several statements that take effect together.
	 *
	 * @param <T> what they result in
	 */
	public interface Transaction<T> {

		T run() throws SQLException;

	}

	/**
	 * Reads a row of a query.
	 *
	 * @param <T> what it is read as
	 */
	public interface Row<T> {

		T read(ResultSet row) throws SQLException;

	}

}
