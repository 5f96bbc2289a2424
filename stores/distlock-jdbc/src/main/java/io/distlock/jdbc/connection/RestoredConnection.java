// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

import io.distlock.jdbc.sql.PostgresSession;
import io.distlock.jdbc.sql.RowLockTimeout;
import io.distlock.jdbc.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the application's that is given back with the settings that it came
 * with, and without what was not committed. Of a session that a pooling proxy shares
 * among clients, only what the driver keeps for itself is changed and given back: the
 * proxy may be asked by another server's session each time.
 */
final class RestoredConnection implements InvocationHandler {

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
