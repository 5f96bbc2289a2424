// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

import javax.sql.DataSource;

import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.PostgresSession;
import io.distlock.jdbc.sql.RowLockTimeout;
import io.distlock.jdbc.sql.Sql;
import org.jspecify.annotations.Nullable;

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

	/**
	 * Create the data source of sessions.
	 * @param target opens them
	 * @param borrowed whether others may use the connections later
	 */
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

	/**
	 * A connection of the application's that is given back with the settings that it came
	 * with, and without what was not committed. Of a session that a pooling proxy shares
	 * among clients, only what the driver keeps for itself is changed and given back: the
	 * proxy may be asked by another server's session each time.
	 */
	private static final class RestoredConnection implements InvocationHandler {

		private final Connection target;

		private final boolean autoCommit;

		private final boolean readOnly;

		private final boolean shared;

		private final int prepareThreshold;

		private final int isolation;

		private final int networkTimeout;

		private final String reset;

		private RestoredConnection(Connection target, boolean shared, RowLockTimeout wait) throws SQLException {
			this.target = target;
			this.autoCommit = target.getAutoCommit();
			this.readOnly = target.isReadOnly();
			this.shared = shared;
			this.prepareThreshold = shared ? PostgresSession.prepareThreshold(target) : 0;
			this.isolation = shared ? Connection.TRANSACTION_NONE : target.getTransactionIsolation();
			this.networkTimeout = networkTimeout(target);
			this.reset = shared ? "" : wait.restoring(target);
		}

		// Remembers the settings of a connection, which gets them back when it is closed.
		// Other clients use the same session of the server if it is shared.
		static Connection of(Connection target, boolean shared, RowLockTimeout wait) throws SQLException {
			return (Connection) Proxy.newProxyInstance(RestoredConnection.class.getClassLoader(),
					new Class<?>[] { Connection.class }, new RestoredConnection(target, shared, wait));
		}

		@Override
		public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
			if (method.getName().equals("close")) {
				close();
				return null;
			}
			try {
				return method.invoke(this.target, arguments);
			}
			catch (InvocationTargetException ex) {
				throw ex.getTargetException();
			}
		}

		private void close() throws SQLException {
			try (this.target) {
				if (!this.target.isClosed()) {
					restore();
				}
			}
		}

		// To turn auto-commit on would commit what is half done; settings that are made
		// without it may be undone with the next transaction.
		private void restore() throws SQLException {
			if (!this.target.getAutoCommit()) {
				this.target.rollback();
				this.target.setAutoCommit(true);
			}
			restoreSession();
			if (this.networkTimeout >= 0) {
				this.target.setNetworkTimeout(Runnable::run, this.networkTimeout);
			}
			if (this.readOnly != this.target.isReadOnly()) {
				this.target.setReadOnly(this.readOnly);
			}
			this.target.setAutoCommit(this.autoCommit);
		}

		private void restoreSession() throws SQLException {
			if (this.shared) {
				PostgresSession.setPrepareThreshold(this.target, this.prepareThreshold);
				return;
			}
			if (!this.reset.isEmpty()) {
				Sql.execute(this.target, this.reset);
			}
			if (this.isolation != this.target.getTransactionIsolation()) {
				this.target.setTransactionIsolation(this.isolation);
			}
		}

		private static int networkTimeout(Connection target) throws SQLException {
			try {
				return target.getNetworkTimeout();
			}
			catch (SQLFeatureNotSupportedException ex) {
				return -1;
			}
		}

	}

}
