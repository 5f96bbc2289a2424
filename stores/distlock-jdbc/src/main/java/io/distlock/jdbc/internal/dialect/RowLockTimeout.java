// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

/**
 * Limits the time for which a session waits for a row lock, and restores the previous
 * limit.
 *
 * @param read reads the limit, empty if a session has none
 * @param write sets the limit
 * @param unit the unit of the limit
 * @param endsWithTransaction {@code true} if the database itself resets the limit with a
 * rollback, and refuses statements after an error
 * @since 0.1.0
 */
public record RowLockTimeout(String read, String write, Duration unit, boolean endsWithTransaction) {

	static final RowLockTimeout NONE = new RowLockTimeout("", "", Duration.ofSeconds(1), false);

	// Bounds the waits of a session until another bound is set.
	public void set(Connection connection, Duration bound) throws SQLException {
		if (!this.write.isEmpty()) {
			Sql.execute(connection, this.write.formatted(units(bound)));
		}
	}

	// Returns a statement that gives a session the bound that it has now, empty where
	// there is nothing to give back.
	public String restoring(Connection connection) throws SQLException {
		return this.read.isEmpty() ? "" : this.write.formatted(value(connection));
	}

	// Runs statements on a connection whose waits are bounded meanwhile. Where a session
	// has no bound, they are given a query timeout in seconds; else that is zero.
	public <T> T bounded(Connection connection, Duration bound, Work<T> work) throws SQLException {
		if (this.read.isEmpty()) {
			return work.apply((int) units(bound));
		}
		String own = value(connection);
		Sql.execute(connection, this.write.formatted(units(bound)));
		T result;
		try {
			result = work.apply(0);
		}
		catch (SQLException | RuntimeException ex) {
			if (!this.endsWithTransaction) {
				Sql.after(ex, () -> Sql.execute(connection, this.write.formatted(own)));
			}
			throw ex;
		}
		Sql.execute(connection, this.write.formatted(own));
		return result;
	}

	private String value(Connection connection) throws SQLException {
		return Objects.requireNonNullElse(Sql.ask(connection, this.read, (row) -> row.getString(1)), "null");
	}

	// Returns a time in the unit of the database, rounded up: zero means no bound in
	// some, and no wait in others.
	private long units(Duration bound) {
		long units = bound.plus(this.unit).minusNanos(1).dividedBy(this.unit);
		return Math.max(1, Math.min(units, Integer.MAX_VALUE / 2));
	}

	/**
	 * Statements that may wait for a row lock.
	 *
	 * @param <T> the type of the result
	 */
	public interface Work<T> {

		T apply(int queryTimeout) throws SQLException;

	}

}
