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

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Where the provider gets its connections: never one that takes part in a transaction of
 * the caller, and never after an unbounded wait.
 *
 * @since 0.1.0
 */
public interface ConnectionSource extends AutoCloseable {

	/**
	 * How long to wait for a free connection.
	 */
	Duration TIMEOUT = Duration.ofSeconds(3);

	/**
	 * Take a connection.
	 * @return the connection
	 * @throws SQLException if there was none in time
	 */
	Connection borrow() throws SQLException;

	/**
	 * Take a connection that may turn out to be dead, for a caller that only reads and
	 * can try again.
	 * @return the connection
	 * @throws SQLException if there was none in time
	 */
	Connection borrowUnasked() throws SQLException;

	/**
	 * Give a connection back.
	 * @param connection what {@link #borrow()} or {@link #borrowUnasked()} returned
	 * @param broken whether it may be of no use any more
	 * @throws SQLException if it could not be given back
	 */
	void giveBack(Connection connection, boolean broken) throws SQLException;

	/**
	 * Open a connection outside the pool, for the caller to close.
	 * @return the connection
	 * @throws SQLException if there is none
	 */
	Connection open() throws SQLException;

	/**
	 * Describe the pool, for messages about a connection that could not be had.
	 * @return what to look at, and the remedy
	 */
	String describe();

	@Override
	void close();

}
