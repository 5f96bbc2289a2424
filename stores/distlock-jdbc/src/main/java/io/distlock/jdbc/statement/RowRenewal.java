// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.statement;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.RowLockTimeout;
import io.distlock.jdbc.sql.Sql;
import io.distlock.jdbc.sql.SqlErrors;

/**
 * Renews many rows, of which other sessions may have locked some, without waiting for
 * those.
 *
 * @since 0.1.0
 */
public enum RowRenewal {

	/**
	 * One statement leaves out what is locked.
	 */
	SKIPPING {

		@Override
		public int renew(Connection connection, LockSql sql, Long lease, List<Pair> pairs) throws SQLException {
			return update(connection, sql.renewUnlocked(pairs.size()), lease, pairs);
		}

	},

	/**
	 * One statement locks what is not locked, and another one renews that.
	 */
	LOCKING {

		@Override
		public int renew(Connection connection, LockSql sql, Long lease, List<Pair> pairs) throws SQLException {
			return Sql.inTransaction(connection, () -> {
				List<String> locked = Sql.list(connection, sql.lock(pairs.size()), (row) -> row.getString(1),
						parameters(pairs).toArray());
				List<Pair> ours = pairs.stream().filter((pair) -> locked.contains(pair.key())).toList();
				return ours.isEmpty() ? 0 : update(connection, sql.renew(ours.size()), lease, ours);
			});
		}

	},

	/**
	 * The database can only wait, so after a first wait in vain the rows are renewed one
	 * by one.
	 */
	WAITING {

		@Override
		public int renew(Connection connection, LockSql sql, Long lease, List<Pair> pairs) throws SQLException {
			try {
				return update(connection, sql.renew(pairs.size()), lease, pairs);
			}
			catch (SQLException ex) {
				if (!SqlErrors.isRowTimeout(ex)) {
					throw ex;
				}
				return RowLockTimeout.ofSession(Platform.of(connection))
					.bounded(connection, SHORT_WAIT, (timeout) -> renewEach(connection, sql, lease, pairs));
			}
		}

		private int renewEach(Connection connection, LockSql sql, Long lease, List<Pair> pairs) throws SQLException {
			int renewed = 0;
			for (Pair pair : new LinkedHashSet<>(pairs)) {
				try {
					renewed += update(connection, sql.renew(1), lease, List.of(pair));
				}
				catch (SQLException ex) {
					if (!SqlErrors.isRowTimeout(ex)) {
						throw ex;
					}
				}
			}
			return renewed;
		}

	};

	private static final Duration SHORT_WAIT = Duration.ofMillis(50);

	/**
	 * Renew the rows whose owners are still the same.
	 * @param connection where to do that
	 * @param sql the statements
	 * @param lease the lease, in microseconds
	 * @param pairs keys and owners
	 * @return how many were renewed; the others are locked, or have another owner
	 * @throws SQLException if the database did not do it
	 */
	public abstract int renew(Connection connection, LockSql sql, Long lease, List<Pair> pairs) throws SQLException;

	public static RowRenewal of(Platform platform, DatabaseMetaData metaData) throws SQLException {
		return switch (platform) {
			case POSTGRESQL, SQLSERVER -> SKIPPING;
			case H2, ORACLE -> LOCKING;
			case MYSQL, MARIADB -> Platform.isMySqlSince(metaData, 1006, 800) ? LOCKING : WAITING;
			case DB2, HSQLDB -> WAITING;
		};
	}

	private static int update(Connection connection, String sql, Long lease, List<Pair> pairs) throws SQLException {
		List<Object> parameters = parameters(pairs);
		parameters.add(0, lease);
		return Sql.update(connection, sql, parameters.toArray());
	}

	public static List<Object> parameters(List<Pair> pairs) {
		List<Object> parameters = new ArrayList<>(2 * pairs.size() + 1);
		pairs.forEach((pair) -> parameters.add(pair.key()));
		pairs.forEach((pair) -> parameters.add(pair.owner()));
		return parameters;
	}

	/**
	 * Identity of a lease in the table.
	 *
	 * @param key the encoded key
	 * @param owner the attempt that was granted
	 */
	public record Pair(String key, String owner) {

	}

}
