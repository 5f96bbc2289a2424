// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Lets the database itself end a session whose client leaves a transaction idle, so that
 * a vanished host does not keep rows locked. Where a database bounds no transaction, it
 * bounds how long the session may be silent.
 *
 * @since 0.1.0
 */
public final class IdleTransactions {

	/**
	 * Longer than a pool keeps a connection that is not used, whose housekeeper comes by
	 * every half a minute.
	 */
	private static final Duration SILENCE = Duration.ofMinutes(3);

	private static final int MARIADB_THAT_BOUNDS_TRANSACTIONS = 1003;

	private IdleTransactions() {
	}

	/**
	 * Bound the pauses in transactions of a session that no other client uses.
	 * @param connection the session
	 * @param platform its database
	 * @param bound the longest pause
	 * @throws SQLException if the database refuses it
	 */
	public static void bound(Connection connection, Platform platform, Duration bound) throws SQLException {
		switch (platform) {
			case POSTGRESQL ->
				Sql.execute(connection, "set idle_in_transaction_session_timeout = '%d'".formatted(bound.toMillis()));
			case MYSQL, MARIADB -> boundMySql(connection, bound);
			default -> {
				// Its sessions have no such bound.
			}
		}
	}

	// A transaction that has written goes by a bound of its own, if there is one.
	private static void boundMySql(Connection connection, Duration bound) throws SQLException {
		String silence = "wait_timeout = %d".formatted(SILENCE.toSeconds());
		boolean known = MySqlVersion.isMariaDb(connection.getMetaData(), MARIADB_THAT_BOUNDS_TRANSACTIONS);
		String transactions = known ? ", idle_transaction_timeout = %1$d, idle_write_transaction_timeout = %1$d"
			.formatted(bound.toSeconds()) : "";
		Sql.execute(connection, "set session " + silence + transactions);
	}

}
