// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.Lease;

/**
 * Strategy for renewing several rows without waiting for rows locked by other sessions.
 *
 * @since 0.1.0
 */
public enum RowRenewal {

	/**
	 * One statement skips locked rows. For PostgreSQL.
	 */
	SKIPPING {

		@Override
		int renewRows(Connection connection, LockSql sql, List<Lease> leases) throws SQLException {
			return update(connection, ((PostgresSql) sql).renewUnlocked(leases.size()), leases);
		}

	},

	/**
	 * One statement locks the unlocked rows, and another statement renews them.
	 */
	LOCKING {

		@Override
		int renewRows(Connection connection, LockSql sql, List<Lease> leases) throws SQLException {
			return Sql.inTransaction(connection, () -> {
				List<String> locked = Sql.list(connection, sql.lock(leases.size()), (row) -> row.getString(1),
						parameters(leases).toArray());
				List<Lease> ours = leases.stream()
					.filter((lease) -> locked.contains(LockSql.key(lease.key())))
					.toList();
				return ours.isEmpty() ? 0 : update(connection, sql.renew(ours.size()), ours);
			});
		}

	},

	/**
	 * Statements always wait, so after the first timeout the rows are renewed one by one.
	 */
	WAITING {

		@Override
		int renewRows(Connection connection, LockSql sql, List<Lease> leases) throws SQLException {
			try {
				return update(connection, sql.renew(leases.size()), leases);
			}
			catch (SQLException ex) {
				if (!SqlErrors.isRowTimeout(ex)) {
					throw ex;
				}
				return Dialects.of(connection)
					.sessionRowLockTimeout()
					.bounded(connection, SHORT_WAIT, (timeout) -> renewEach(connection, sql, leases));
			}
		}

		private int renewEach(Connection connection, LockSql sql, List<Lease> leases) throws SQLException {
			int renewed = 0;
			for (Lease lease : new LinkedHashSet<>(leases)) {
				try {
					renewed += update(connection, sql.renew(1), List.of(lease));
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

	// Renews the rows whose owners are still the same. Returns how many that were; the
	// others are locked, or have another owner.
	abstract int renewRows(Connection connection, LockSql sql, List<Lease> leases) throws SQLException;

	/**
	 * Renew leases of the same duration.
	 * @param connection the connection
	 * @param sql the statements
	 * @param leases the leases, without duplicates
	 * @return the result of each lease
	 * @throws SQLException if the renewal failed
	 */
	public Map<Lease, Renewal> renew(Connection connection, LockSql sql, List<Lease> leases) throws SQLException {
		long start = System.nanoTime();
		List<Lease> padded = Sql.padded(leases);
		Map<Lease, Renewal> outcomes = new HashMap<>();
		if (renewRows(connection, sql, padded) == leases.size()) {
			leases.forEach((lease) -> outcomes.put(lease, Renewal.KEPT));
			return outcomes;
		}
		Map<List<String>, Long> remaining = new HashMap<>();
		Sql.list(connection, sql.remaining(padded.size()),
				(row) -> remaining.put(List.of(row.getString(1), row.getString(2)), row.getLong(3)),
				parameters(padded).toArray());
		long renewed = micros(leases) - TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
		for (Lease lease : leases) {
			Long left = remaining.get(List.of(LockSql.key(lease.key()), lease.owner().id()));
			Renewal unrenewed = (left != null) ? Renewal.LOCKED : Renewal.LOST;
			outcomes.put(lease, (left != null && left >= renewed) ? Renewal.KEPT : unrenewed);
		}
		return outcomes;
	}

	public static RowRenewal of(Dialect dialect) {
		return valueOf(dialect.rowLocking().name());
	}

	private static int update(Connection connection, String sql, List<Lease> leases) throws SQLException {
		List<Object> parameters = parameters(leases);
		parameters.add(0, micros(leases));
		return Sql.update(connection, sql, parameters.toArray());
	}

	private static Long micros(List<Lease> leases) {
		return LockStatements.micros(leases.get(0).duration());
	}

	private static List<Object> parameters(List<Lease> leases) {
		List<Object> parameters = new ArrayList<>(2 * leases.size() + 1);
		leases.forEach((lease) -> parameters.add(LockSql.key(lease.key())));
		leases.forEach((lease) -> parameters.add(lease.owner().id()));
		return parameters;
	}

	/**
	 * Result of renewing a lease.
	 */
	public enum Renewal {

		/**
		 * The lease was renewed.
		 */
		KEPT,

		/**
		 * The lease has ended permanently.
		 */
		LOST,

		/**
		 * Another session has locked the row of the key.
		 */
		LOCKED

	}

}
