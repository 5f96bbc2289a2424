// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Notes every statement that is executed and every connection that is opened, and can
 * make the next statement fail.
 */
public class CountingDataSource extends DelegatingDataSource {

	/**
	 * In place of a failure: the statement is executed.
	 */
	public static final SQLException NONE = new SQLException("none");

	private final List<String> statements = Collections.synchronizedList(new ArrayList<>());

	private final AtomicInteger connections = new AtomicInteger();

	private final AtomicReference<List<SQLException>> failures = new AtomicReference<>(List.of());

	private volatile Consumer<String> before = (sql) -> {
	};

	public CountingDataSource(DataSource target) {
		super(target);
	}

	public List<String> statements() {
		return List.copyOf(this.statements);
	}

	public int connections() {
		return this.connections.get();
	}

	public void reset() {
		this.statements.clear();
	}

	public void failNext(SQLException... failures) {
		this.failures.set(List.of(failures));
	}

	/**
	 * Run something before each statement.
	 */
	public void before(Consumer<String> before) {
		this.before = before;
	}

	@Override
	public Connection getConnection() throws SQLException {
		this.connections.incrementAndGet();
		return proxy(Connection.class, super.getConnection(), "");
	}

	private <T> T proxy(Class<T> type, T target, String prepared) {
		return type.cast(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> {
					String sql = (arguments != null && arguments.length > 0 && arguments[0] instanceof String text)
							? text : prepared;
					if (method.getName().startsWith("execute")) {
						executing(sql);
					}
					try {
						Object result = method.invoke(target, arguments);
						return (type == Connection.class) ? wrapped(result, sql) : result;
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				}));
	}

	private Object wrapped(Object result, String sql) {
		if (result instanceof PreparedStatement statement) {
			return proxy(PreparedStatement.class, statement, sql);
		}
		return (result instanceof Statement statement) ? proxy(Statement.class, statement, sql) : result;
	}

	private void executing(String sql) throws SQLException {
		List<SQLException> left = this.failures.getAndUpdate((all) -> all.isEmpty() ? all : all.subList(1, all.size()));
		this.statements.add(sql);
		this.before.accept(sql);
		if (!left.isEmpty() && left.get(0) != NONE) {
			throw left.get(0);
		}
	}

}
