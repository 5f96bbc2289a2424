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

package io.distlock.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Several statements that take effect together, on a connection in auto-commit mode.
 *
 * @param <T> what they result in
 * @since 0.1.0
 */
public interface Transaction<T> {

	T run() throws SQLException;

	/**
	 * Run the statements, and commit what they did. If one of them fails, none has done
	 * anything.
	 * @param <T> what they result in
	 * @param connection where to run them
	 * @param statements what to run
	 * @return what they return
	 * @throws SQLException if one of them failed
	 */
	static <T> T in(Connection connection, Transaction<T> statements) throws SQLException {
		connection.setAutoCommit(false);
		T result;
		try {
			result = statements.run();
			connection.commit();
		}
		catch (SQLException | RuntimeException ex) {
			rollback(connection, ex);
			throw ex;
		}
		connection.setAutoCommit(true);
		return result;
	}

	private static void rollback(Connection connection, Exception failure) {
		try {
			connection.rollback();
			connection.setAutoCommit(true);
		}
		catch (SQLException ex) {
			failure.addSuppressed(ex);
		}
	}

}
