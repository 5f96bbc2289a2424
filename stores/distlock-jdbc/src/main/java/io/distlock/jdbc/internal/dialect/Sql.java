// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * Runs statements with text and whole numbers as parameters, the only types in the
 * tables.
 *
 * @since 0.1.0
 */
public final class Sql {

	/**
	 * Placeholder for a missing text.
	 */
	public static final Object NO_TEXT = new None(Types.VARCHAR);

	/**
	 * Placeholder for a missing number.
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

	// Most statements and commits have no warning.
	private static void requireComplete(Statement statement) throws SQLException {
		SQLWarning warning = PostgresDriver.hasMade(statement) ? statement.getWarnings() : null;
		if (warning != null) {
			StandbyWait.requireComplete(warning);
		}
	}

	private static void requireComplete(Connection committed) throws SQLException {
		SQLWarning warning = PostgresDriver.hasMade(committed) ? committed.getWarnings() : null;
		if (warning != null) {
			committed.clearWarnings();
			StandbyWait.requireComplete(warning);
		}
	}

	public static int update(Connection connection, String sql, Object... parameters) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			int changed = bind(statement, parameters).executeUpdate();
			requireComplete(statement);
			return changed;
		}
	}

	// Inserts a row. Returns whether it was not there yet.
	public static boolean insert(Connection connection, String sql, Object... parameters) throws SQLException {
		try {
			return update(connection, sql, parameters) != 0;
		}
		catch (SQLException ex) {
			if (isDuplicateKey(ex)) {
				return false;
			}
			throw ex;
		}
	}

	public static boolean isDuplicateKey(SQLException failure) {
		return SqlCauses.any(failure, (ex) -> SqlCauses.state(ex).startsWith("23"));
	}

	// Returns the number that an update of one row has generated on MySQL or MariaDB, by
	// last_insert_id, which comes with the acknowledgement of the statement.
	public static OptionalLong generated(Connection connection, String sql, Object... parameters) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
			if (bind(statement, parameters).executeUpdate() == 0) {
				return OptionalLong.empty();
			}
			try (ResultSet keys = statement.getGeneratedKeys()) {
				return keys.next() ? OptionalLong.of(keys.getLong(1)) : OptionalLong.empty();
			}
		}
	}

	// Returns what the first row was read as, null if there is no row.
	public static <T> @Nullable T first(Connection connection, String sql, Row<T> row, Object... parameters)
			throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql);
				ResultSet found = bind(statement, parameters).executeQuery()) {
			requireComplete(statement);
			return found.next() ? row.read(found) : null;
		}
	}

	// The same without parameters, and without preparing the statement.
	public static <T> @Nullable T ask(Connection connection, String sql, Row<T> row) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet found = statement.executeQuery(sql)) {
			return found.next() ? row.read(found) : null;
		}
	}

	public static OptionalLong number(Connection connection, String sql, Object... parameters) throws SQLException {
		Long found = first(connection, sql, (row) -> row.getLong(1), parameters);
		return (found != null) ? OptionalLong.of(found) : OptionalLong.empty();
	}

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
				requireComplete(statement);
				while (found.next()) {
					read.add(row.read(found));
				}
			}
		}
		return read;
	}

	// Repeats the first of some values up to a power of four of them: few different
	// numbers make few different statements, which drivers and databases then have
	// prepared.
	public static <T> List<T> padded(Collection<T> values) {
		List<T> padded = new ArrayList<>(values);
		int size = 1;
		while (size < padded.size()) {
			size *= 4;
		}
		padded.addAll(Collections.nCopies(size - padded.size(), padded.get(0)));
		return padded;
	}

	public static Instant instant(long micros) {
		return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
	}

	public static long micros(Instant time) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, time);
	}

	public static String parameters(int count) {
		return "(?" + ", ?".repeat(count - 1) + ")";
	}

	// Runs statements that take effect together, and commits what they did unless they
	// have done so themselves. If one of them fails, none has done anything.
	public static <T> T inTransaction(Connection connection, Transaction<T> statements) throws SQLException {
		connection.setAutoCommit(false);
		T result;
		try {
			result = statements.run();
			if (!connection.getAutoCommit()) {
				connection.commit();
				requireComplete(connection);
			}
		}
		catch (SQLException | RuntimeException ex) {
			after(ex, () -> rollback(connection));
			throw ex;
		}
		connection.setAutoCommit(true);
		return result;
	}

	private static void rollback(Connection connection) throws SQLException {
		if (!connection.getAutoCommit()) {
			connection.rollback();
			connection.setAutoCommit(true);
		}
	}

	// Cleans up after a failure, which is thrown next.
	public static void after(Exception failure, Step cleanup) {
		try {
			cleanup.run();
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
	 * Several statements in one transaction.
	 *
	 * @param <T> the type of the result
	 */
	public interface Transaction<T> {

		T run() throws SQLException;

	}

	/**
	 * Action on a connection.
	 */
	public interface Step {

		void run() throws SQLException;

	}

	/**
	 * Maps a row of a query.
	 *
	 * @param <T> the type of the result
	 */
	public interface Row<T> {

		T read(ResultSet row) throws SQLException;

	}

}
