// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.provider.LockKey;

/**
 * The transaction of a session that has locked the row of a lock, as an operator may
 * leave one open.
 */
public final class LockedRow implements AutoCloseable {

	private final Connection connection;

	public LockedRow(DataSource dataSource, LockKey key) throws SQLException {
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
