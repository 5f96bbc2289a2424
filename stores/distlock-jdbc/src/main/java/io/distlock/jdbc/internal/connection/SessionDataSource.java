// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.PostgresSession;
import io.distlock.jdbc.internal.dialect.RowLockTimeout;
import io.distlock.jdbc.internal.dialect.Sql;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Configures opened sessions: auto-commit, READ COMMITTED, and time limits for answers,
 * row locks, and pauses in transactions. Connections of the application have no limit for
 * pauses, and are returned in their original state. Behind a transaction-pooling proxy,
 * sessions are not configured, because the proxy assigns the server's session to another
 * client next.
 *
 * @since 0.1.0
 */
public final class SessionDataSource extends DelegatingDataSource {

	static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

	private static final Duration ROW_TIMEOUT = Duration.ofSeconds(2);

	// An answer may be on its way for as long as a client waits for it, and so may the
	// next request.
	private static final Duration IDLE_TIMEOUT = ANSWER_TIMEOUT.multipliedBy(2);

	// Longer than a pool keeps a connection that is not used, whose housekeeper comes by
	// every half a minute.
	private static final Duration SILENCE = Duration.ofMinutes(3);

	private final boolean borrowed;

	// Others may use borrowed connections later.
	public SessionDataSource(DataSource target, boolean borrowed) {
		super(target);
		this.borrowed = borrowed;
	}

	@Override
	public Connection getConnection() throws SQLException {
		return setUp(super.getConnection());
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		return setUp(super.getConnection(username, password));
	}

	private Connection setUp(Connection connection) throws SQLException {
		Session session = new Session(connection);
		try {
			setUp(session, Dialects.of(connection));
			return this.borrowed ? session.proxy() : connection;
		}
		catch (SQLException | RuntimeException ex) {
			Sql.after(ex, session::close);
			throw ex;
		}
	}

	private void setUp(Session session, Dialect dialect) throws SQLException {
		Connection connection = session.target;
		session.set(connection.getAutoCommit(), true, connection::setAutoCommit);
		session.set(connection.isReadOnly(), false, connection::setReadOnly);
		if (dialect.boundsAnswers()) {
			boundAnswers(session);
		}
		if (dialect.isShared(connection)) {
			session.set(PostgresSession.prepareThreshold(connection), 0,
					(executions) -> PostgresSession.setPrepareThreshold(connection, executions));
			return;
		}
		session.set(connection.getTransactionIsolation(), Connection.TRANSACTION_READ_COMMITTED,
				connection::setTransactionIsolation);
		RowLockTimeout wait = dialect.sessionRowLockTimeout();
		String restoring = this.borrowed ? wait.restoring(connection) : "";
		if (!restoring.isEmpty()) {
			session.undo.push(() -> Sql.execute(connection, restoring));
		}
		if (!this.borrowed) {
			dialect.boundPauses(connection, IDLE_TIMEOUT, SILENCE);
		}
		wait.set(connection, ROW_TIMEOUT);
	}

	private static void boundAnswers(Session session) throws SQLException {
		try {
			session.set(session.target.getNetworkTimeout(), (int) ANSWER_TIMEOUT.toMillis(),
					(millis) -> session.target.setNetworkTimeout(Runnable::run, millis));
		}
		catch (SQLFeatureNotSupportedException ex) {
			// The driver's own settings bound the wait, if anything does.
		}
	}

	/**
	 * Connection that restores its original settings.
	 */
	private static final class Session implements InvocationHandler {

		private final Deque<Sql.Step> undo = new ArrayDeque<>();

		private final Connection target;

		private Session(Connection target) {
			this.target = target;
		}

		<T> void set(T own, T wanted, Setting<T> setting) throws SQLException {
			if (!own.equals(wanted)) {
				setting.set(wanted);
				this.undo.push(() -> setting.set(own));
			}
		}

		// Closing it gives the settings back, the last one first.
		Connection proxy() {
			return (Connection) Proxy.newProxyInstance(Session.class.getClassLoader(),
					new Class<?>[] { Connection.class }, this);
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

		// To turn auto-commit on would commit what is half done; settings that are made
		// without it may be undone with the next transaction.
		private void close() throws SQLException {
			try (this.target) {
				if (this.target.isClosed()) {
					return;
				}
				if (!this.target.getAutoCommit()) {
					this.target.rollback();
					this.target.setAutoCommit(true);
				}
				for (Sql.Step step : this.undo) {
					step.run();
				}
			}
		}

	}

	private interface Setting<T> {

		void set(T value) throws SQLException;

	}

}
