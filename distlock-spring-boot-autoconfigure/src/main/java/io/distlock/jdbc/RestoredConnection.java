package io.distlock.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

import org.jspecify.annotations.Nullable;

/**
 * A connection of the application's that is given back with the settings that it came
 * with, and without what was not committed.
 */
final class RestoredConnection implements InvocationHandler {

	private final Connection target;

	private final boolean autoCommit;

	private final boolean readOnly;

	private final int isolation;

	private final int networkTimeout;

	private final String reset;

	private RestoredConnection(Connection target, String reset) throws SQLException {
		this.target = target;
		this.autoCommit = target.getAutoCommit();
		this.readOnly = target.isReadOnly();
		this.isolation = target.getTransactionIsolation();
		this.networkTimeout = networkTimeout(target);
		this.reset = reset;
	}

	static Connection of(Connection target, String reset) throws SQLException {
		return (Connection) Proxy.newProxyInstance(RestoredConnection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, new RestoredConnection(target, reset));
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

	// To turn auto-commit on would commit what is half done.
	private void restore() throws SQLException {
		if (!this.target.getAutoCommit()) {
			this.target.rollback();
		}
		if (!this.reset.isEmpty()) {
			SessionDataSource.execute(this.target, this.reset);
		}
		if (this.networkTimeout >= 0) {
			this.target.setNetworkTimeout(Runnable::run, this.networkTimeout);
		}
		if (this.isolation != this.target.getTransactionIsolation()) {
			this.target.setTransactionIsolation(this.isolation);
		}
		this.target.setReadOnly(this.readOnly);
		this.target.setAutoCommit(this.autoCommit);
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
