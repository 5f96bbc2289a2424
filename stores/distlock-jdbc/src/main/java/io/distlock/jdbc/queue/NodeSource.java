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

package io.distlock.jdbc.queue;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where a node gets the connection on which it listens.
 *
 * @since 0.1.0
 */
public interface NodeSource {

	/**
	 * Open a connection outside the pool, for the caller to close.
	 * @return the connection
	 * @throws SQLException if there is none
	 */
	Connection open() throws SQLException;

	/**
	 * Tell whether notifications arrive on a connection.
	 * @param connection the connection
	 * @return whether no pooling proxy is in between
	 * @throws SQLException if the connection is of no use
	 */
	boolean isDirect(Connection connection) throws SQLException;

	/**
	 * Return the table with the locks.
	 * @return its name
	 */
	String table();

}
