// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

import org.springframework.util.ClassUtils;

/**
 * Recognizes the driver of PostgreSQL, which is optional.
 *
 * @since 0.1.0
 */
public final class PostgresDriver {

	private static final boolean PRESENT = ClassUtils.isPresent("org.postgresql.PGConnection",
			PostgresDriver.class.getClassLoader());

	private PostgresDriver() {
	}

	public static boolean isPresent() {
		return PRESENT;
	}

	static boolean hasMade(Connection connection) throws SQLException {
		return PRESENT && connection.isWrapperFor(PGConnection.class);
	}

	static boolean hasMade(Statement statement) throws SQLException {
		return PRESENT && statement.isWrapperFor(PGStatement.class);
	}

}
