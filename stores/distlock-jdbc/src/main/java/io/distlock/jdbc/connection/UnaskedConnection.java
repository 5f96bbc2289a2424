/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.jdbc.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A connection whose pool asks the database whether it lives, as pools do after a while,
 * unless the answer is known or does not matter. It is known where another connection of
 * the pool has just answered, and none was opened since this one did: the database has
 * not gone in between. It does not matter to those who only read: then a dead one costs
 * no more than another try, and the question would double what a node that looks every
 * second asks of the database.
 */
final class UnaskedConnection implements InvocationHandler {

	private static final long JUST_NOW = Duration.ofMillis(500).toNanos();

	private static final ThreadLocal<Boolean> unasked = ThreadLocal.withInitial(() -> false);

	private final Connection target;

	private final Siblings siblings;

	private volatile long answeredAt = System.nanoTime();

	private UnaskedConnection(Connection target, Siblings siblings) {
		this.target = target;
		this.siblings = siblings;
	}

	/**
	 * Return what a pool gets its connections from.
	 * @param target opens connections
	 * @return opens connections that need not be asked
	 */
	static DataSource source(DataSource target) {
		Siblings siblings = new Siblings();
		return new DelegatingDataSource(target) {

			@Override
			public Connection getConnection() throws SQLException {
				return of(super.getConnection(), siblings);
			}

		};
	}

	private static Connection of(Connection target, Siblings siblings) {
		siblings.openedAt = System.nanoTime();
		return (Connection) Proxy.newProxyInstance(UnaskedConnection.class.getClassLoader(),
				new Class<?>[] { Connection.class, Answering.class }, new UnaskedConnection(target, siblings));
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

	/**
	 * Note that the database has just answered.
	 * @param connection a connection of such a source, or what a pool makes of it
	 * @throws SQLException if it is none
	 */
	static void answered(Connection connection) throws SQLException {
		connection.unwrap(Answering.class).answered();
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
		if (method.getDeclaringClass() == Answering.class) {
			this.answeredAt = System.nanoTime();
			this.siblings.answeredAt = this.answeredAt;
			return null;
		}
		if (method.getName().equals("isValid") && (unasked.get() || isKnownToLive())) {
			return !this.target.isClosed();
		}
		try {
			return method.invoke(this.target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private boolean isKnownToLive() {
		return System.nanoTime() - this.siblings.answeredAt < JUST_NOW && this.siblings.openedAt - this.answeredAt < 0;
	}

	/**
	 * What is known of all connections of a pool.
	 */
	private static final class Siblings {

		private volatile long openedAt = System.nanoTime();

		private volatile long answeredAt = System.nanoTime() - JUST_NOW;

	}

	/**
	 * Hears that the database answered.
	 */
	interface Answering {

		void answered();

	}

}
