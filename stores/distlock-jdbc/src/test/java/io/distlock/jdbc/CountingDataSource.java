// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

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

	private final AtomicReference<BeforeBatch> beforeBatch = new AtomicReference<>(new BeforeBatch("", true, () -> {
	}));

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
	 * Run something before each batch, and hide what its statements changed if the driver
	 * is not to tell.
	 */
	public void onBatch(String sql, boolean told, Runnable before) {
		this.beforeBatch.set(new BeforeBatch(sql, told, before));
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
						Object result = method.getName().equals("executeBatch")
								? this.beforeBatch.get().execute(sql, () -> (int[]) method.invoke(target, arguments))
								: method.invoke(target, arguments);
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
		if (!left.isEmpty() && left.get(0) != NONE) {
			throw left.get(0);
		}
	}

	private record BeforeBatch(String sql, boolean told, Runnable before) {

		int[] execute(String executed, BatchCall batch) throws Exception {
			boolean meant = executed.startsWith(this.sql);
			if (meant) {
				this.before.run();
			}
			int[] changed = batch.execute();
			if (meant && !this.told) {
				Arrays.fill(changed, Statement.SUCCESS_NO_INFO);
			}
			return changed;
		}

	}

	private interface BatchCall {

		int[] execute() throws Exception;

	}

}
