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

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

import io.distlock.jdbc.sql.Sql;
import io.distlock.jdbc.statement.LockSql;
import io.distlock.provider.LockKey;

/**
 * The transaction of a session that has locked the row of a lock, as an operator may
 * leave one open.
 */
final class LockedRow implements AutoCloseable {

	private final Connection connection;

	LockedRow(DataSource dataSource, LockKey key) throws SQLException {
		this.connection = dataSource.getConnection();
		this.connection.setAutoCommit(false);
		try (PreparedStatement statement = this.connection
			.prepareStatement("select lock_key from DISTLOCK_LOCK where lock_key = ? for update")) {
			Sql.bind(statement, LockSql.key(key)).executeQuery().close();
		}
	}

	@Override
	public void close() throws SQLException {
		this.connection.rollback();
		this.connection.close();
	}

}
