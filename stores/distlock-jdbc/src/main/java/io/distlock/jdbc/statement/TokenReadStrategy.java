// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.Sql;

/**
 * How a statement that writes the row of a lock returns the token that it wrote.
 */
enum TokenReadStrategy {

	// The statement returns the row as it left it.
	ROW {

		@Override
		OptionalLong execute(Connection connection, String sql, Object[] parameters) throws SQLException {
			return Sql.number(connection, sql, parameters);
		}

	},

	// MySQL and MariaDB: the expression is wrapped in last_insert_id, whose value comes
	// with the acknowledgement of the statement.
	GENERATED_KEY {

		@Override
		OptionalLong execute(Connection connection, String sql, Object[] parameters) throws SQLException {
			try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
				if (Sql.bind(statement, parameters).executeUpdate() == 0) {
					return OptionalLong.empty();
				}
				try (ResultSet keys = statement.getGeneratedKeys()) {
					return keys.next() ? OptionalLong.of(keys.getLong(1)) : OptionalLong.empty();
				}
			}
		}

	},

	// A second statement reads what the first one wrote, which the owner identifies.
	READ_BACK {

		@Override
		OptionalLong execute(Connection connection, String sql, Object[] parameters) throws SQLException {
			return (Sql.update(connection, sql, parameters) != 0) ? OptionalLong.of(0) : OptionalLong.empty();
		}

	};

	abstract OptionalLong execute(Connection connection, String sql, Object[] parameters) throws SQLException;

	static TokenReadStrategy of(Platform platform) {
		return switch (platform) {
			case H2, POSTGRESQL, SQLSERVER, DB2 -> ROW;
			case MYSQL, MARIADB -> GENERATED_KEY;
			case ORACLE, HSQLDB -> READ_BACK;
		};
	}

}
