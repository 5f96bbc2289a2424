// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

import javax.sql.DataSource;

import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.PostgresSession;
import io.distlock.jdbc.sql.RowLockTimeout;
import io.distlock.jdbc.sql.Sql;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Sets up the sessions that it opens: auto-commit, READ COMMITTED, and a bound for every
 * wait, be it for an answer or for the lock of a row, and for pauses in transactions.
 * Connections that are the application's have no bound for these, and go back to it as
 * they were. Behind a proxy that pools transactions, nothing is set at all: the session
 * of the server goes to another client next.
 *
 * @since 0.1.0
 */
public final class SessionDataSource extends DelegatingDataSource {

	private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

	private static final Duration ROW_TIMEOUT = Duration.ofSeconds(2);

	// An answer may be on its way for as long as a client waits for it, and so may the
	// next request.
	private static final Duration IDLE_TIMEOUT = ANSWER_TIMEOUT.multipliedBy(2);

	// Longer than a pool keeps a connection that is not used, whose housekeeper comes by
	// every half a minute.
	private static final Duration SILENCE = Duration.ofMinutes(3);

	// That of MariaDB; MySQL has no such bound.
	private static final int VERSION_WITH_BOUNDS = 1003;

	private final boolean borrowed;

	// Borrowed connections are those that others may use later.
	public SessionDataSource(DataSource target, boolean borrowed) {
		super(target);
		this.borrowed = borrowed;
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		try {
			return prepared(connection, Platform.of(connection));
		}
		catch (SQLException | RuntimeException ex) {
			connection.close();
			throw ex;
		}
	}

	private Connection prepared(Connection connection, Platform platform) throws SQLException {
		boolean shared = platform == Platform.POSTGRESQL && !PostgresSession.isDirect(connection);
		RowLockTimeout wait = RowLockTimeout.ofSession(platform);
		Connection prepared = this.borrowed ? RestoredConnection.of(connection, shared, wait) : connection;
		connection.setAutoCommit(true);
		if (connection.isReadOnly()) {
			connection.setReadOnly(false);
		}
		if (platform != Platform.H2) {
			boundAnswers(connection);
		}
		if (shared) {
			PostgresSession.setPrepareThreshold(connection, 0);
		}
		else {
			setUp(connection, wait);
			if (!this.borrowed) {
				boundIdleTransactions(connection, platform);
			}
		}
		return prepared;
	}

	private static void setUp(Connection connection, RowLockTimeout wait) throws SQLException {
		if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
			connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		}
		wait.set(connection, ROW_TIMEOUT);
	}

	// Lets the database itself end a session whose client leaves a transaction idle, so
	// that a vanished host does not keep rows locked. Where a database bounds no
	// transaction, it bounds how long the session may be silent.
	private static void boundIdleTransactions(Connection connection, Platform platform) throws SQLException {
		if (platform == Platform.POSTGRESQL) {
			Sql.execute(connection,
					"set idle_in_transaction_session_timeout = '%d'".formatted(IDLE_TIMEOUT.toMillis()));
		}
		else if (platform.isMySqlFamily()) {
			String silence = "wait_timeout = %d".formatted(SILENCE.toSeconds());
			boolean known = Platform.isMySqlSince(connection.getMetaData(), VERSION_WITH_BOUNDS, Integer.MAX_VALUE);
			// A transaction that has written goes by a bound of its own, if there is one.
			String transactions = known ? ", idle_transaction_timeout = %1$d, idle_write_transaction_timeout = %1$d"
				.formatted(IDLE_TIMEOUT.toSeconds()) : "";
			Sql.execute(connection, "set session " + silence + transactions);
		}
	}

	private static void boundAnswers(Connection connection) throws SQLException {
		try {
			connection.setNetworkTimeout(Runnable::run, (int) ANSWER_TIMEOUT.toMillis());
		}
		catch (SQLFeatureNotSupportedException ex) {
			// The driver's own settings bound the wait, if anything does.
		}
	}

}
