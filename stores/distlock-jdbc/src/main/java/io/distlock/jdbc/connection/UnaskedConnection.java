// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A connection whose pool asks the database whether it lives, as pools do after a while,
 * unless the caller only reads: then a dead one costs no more than another try, and the
 * question would double what a node that looks every second asks of the database.
 */
final class UnaskedConnection implements InvocationHandler {

	private static final ThreadLocal<Boolean> unasked = ThreadLocal.withInitial(() -> false);

	private final Connection target;

	private UnaskedConnection(Connection target) {
		this.target = target;
	}

	/**
	 * Return what a pool gets its connections from.
	 * @param target opens connections
	 * @return opens connections that need not be asked
	 */
	static DataSource source(DataSource target) {
		return new DelegatingDataSource(target) {

			@Override
			public Connection getConnection() throws SQLException {
				return of(super.getConnection());
			}

		};
	}

	private static Connection of(Connection target) {
		return (Connection) Proxy.newProxyInstance(UnaskedConnection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, new UnaskedConnection(target));
	}

	/**
	 * Take a connection that may be dead.
	 * @param pool keeps connections of such a source
	 * @return the connection
	 * @throws SQLException if there was none in time
	 */
	static Connection borrow(DataSource pool) throws SQLException {
		unasked.set(true);
		try {
			return pool.getConnection();
		}
		finally {
			unasked.remove();
		}
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
		if (method.getName().equals("isValid") && unasked.get()) {
			return !this.target.isClosed();
		}
		try {
			return method.invoke(this.target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
