// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

import io.distlock.LockMode;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialect.RowLocking;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.Lease;

/**
 * Renews several leases of the same duration at once, without waiting for rows locked by
 * other sessions where the database can skip them.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class RenewalStatements {

	private static final Duration SHORT_WAIT = Duration.ofMillis(50);

	private final Dialect dialect;

	private final LockSql locks;

	private final ShareSql shares;

	public RenewalStatements(Dialect dialect, LockSql locks, ShareSql shares) {
		this.dialect = dialect;
		this.locks = locks;
		this.shares = shares;
	}

	/**
	 * Renew leases of exclusive locks. The rows are looked at only if not all of them
	 * were renewed.
	 */
	public Map<Lease, Renewal> renew(Connection connection, List<Lease> leases) throws SQLException {
		long start = System.nanoTime();
		List<Lease> padded = Sql.padded(leases);
		if (renewRows(connection, padded) == leases.size()) {
			return outcomes(leases, (lease) -> Renewal.KEPT);
		}
		Map<List<String>, Long> remaining = new HashMap<>();
		Sql.list(connection, this.locks.remaining(padded.size()),
				(row) -> remaining.put(List.of(row.getString(1), row.getString(2)), row.getLong(3)),
				parameters(padded).toArray());
		long renewed = micros(leases) - TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
		return outcomes(leases, (lease) -> {
			Long left = remaining.get(row(lease));
			Renewal unrenewed = (left != null) ? Renewal.LOCKED : Renewal.LOST;
			return (left != null && left >= renewed) ? Renewal.KEPT : unrenewed;
		});
	}

	// Renews the rows whose owners are still the same. Returns how many that were; the
	// others are locked, or have another owner.
	private int renewRows(Connection connection, List<Lease> leases) throws SQLException {
		return switch (this.dialect.rowLocking()) {
			case SKIPPING -> update(connection, this.locks.renewUnlocked(leases.size()), leases);
			case LOCKING -> Sql.inTransaction(connection, () -> renewUnlocked(connection, leases));
			case WAITING -> renewWaiting(connection, leases);
		};
	}

	private int renewUnlocked(Connection connection, List<Lease> leases) throws SQLException {
		List<String> locked = Sql.list(connection, this.locks.lock(leases.size()), (row) -> row.getString(1),
				parameters(leases).toArray());
		List<Lease> ours = leases.stream().filter((lease) -> locked.contains(key(lease))).toList();
		return ours.isEmpty() ? 0 : update(connection, this.locks.renew(ours.size()), ours);
	}

	// Where statements always wait, the rows are renewed one by one after the first
	// timeout.
	private int renewWaiting(Connection connection, List<Lease> leases) throws SQLException {
		try {
			return update(connection, this.locks.renew(leases.size()), leases);
		}
		catch (SQLException ex) {
			if (!SqlErrors.isRowTimeout(ex)) {
				throw ex;
			}
			return this.dialect.sessionRowLockTimeout()
				.bounded(connection, SHORT_WAIT, (timeout) -> renewEach(connection, leases));
		}
	}

	private int renewEach(Connection connection, List<Lease> leases) throws SQLException {
		int renewed = 0;
		for (Lease lease : new LinkedHashSet<>(leases)) {
			try {
				renewed += update(connection, this.locks.renew(1), List.of(lease));
			}
			catch (SQLException ex) {
				if (!SqlErrors.isRowTimeout(ex)) {
					throw ex;
				}
			}
		}
		return renewed;
	}

	/**
	 * Renew leases of either shared locks or permits in one transaction: lock the rows of
	 * the keys, then prolong the rows of the owners, and keep their keys closed for as
	 * long. A lease that has ended is renewed, too, if its row is still there.
	 * @param waits {@code true} to wait for rows locked by other sessions
	 * @return the outcomes, empty if rows of several keys would have to be waited for
	 */
	public Map<Lease, Renewal> renewShared(Connection connection, List<Lease> leases, boolean waits)
			throws SQLException {
		boolean waiting = waits || this.dialect.rowLocking() == RowLocking.WAITING;
		Set<String> keys = leases.stream().map(RenewalStatements::key).collect(Collectors.toCollection(TreeSet::new));
		if (waiting && keys.size() > 1) {
			return Map.of();
		}
		return Sql.inTransaction(connection, () -> {
			Set<String> locked = waiting ? await(connection, keys) : keys(connection, this.shares::lockUnlocked, keys);
			keys.removeAll(locked);
			Set<String> busy = waiting ? Set.of() : keys(connection, this.shares::find, keys);
			Set<List<String>> kept = renewOwners(connection,
					leases.stream().filter((lease) -> locked.contains(key(lease))).toList());
			return outcomes(leases, (lease) -> {
				Renewal unrenewed = busy.contains(key(lease)) ? Renewal.LOCKED : Renewal.LOST;
				return kept.contains(row(lease)) ? Renewal.KEPT : unrenewed;
			});
		});
	}

	private Set<String> await(Connection connection, Set<String> keys) throws SQLException {
		String key = keys.iterator().next();
		boolean exists = this.shares.readsLocked()
				? Sql.first(connection, this.shares.findLocked(), (row) -> true, key) != null
				: Sql.update(connection, this.shares.lock(), key) != 0;
		return exists ? Set.of(key) : Set.of();
	}

	private static Set<String> keys(Connection connection, IntFunction<String> sql, Collection<String> keys)
			throws SQLException {
		if (keys.isEmpty()) {
			return Set.of();
		}
		List<String> padded = Sql.padded(keys);
		return new HashSet<>(
				Sql.list(connection, sql.apply(padded.size()), (row) -> row.getString(1), padded.toArray()));
	}

	// Returns the owners that had not left. What was prolonged is read again, since a
	// driver may count the rows that it has changed only.
	private Set<List<String>> renewOwners(Connection connection, List<Lease> leases) throws SQLException {
		if (leases.isEmpty()) {
			return Set.of();
		}
		List<Lease> padded = Sql.padded(leases);
		update(connection, this.shares.renew(padded.size()), padded);
		Set<List<String>> kept = new HashSet<>(Sql.list(connection, this.shares.renewed(padded.size()),
				(row) -> List.of(row.getString(1), row.getString(2)), parameters(padded).toArray()));
		if (!kept.isEmpty()) {
			LockMode mode = leases.get(0).key().mode();
			List<Object> parameters = Sql.padded(kept.stream().<Object>map((row) -> row.get(0)).distinct().toList());
			String keepClosed = this.shares.keepClosed(mode, parameters.size());
			if (mode == LockMode.PERMIT) {
				parameters.add(0, micros(leases) + KeyMembers.MINUTE);
			}
			Sql.update(connection, keepClosed, parameters.toArray());
		}
		return kept;
	}

	private static int update(Connection connection, String sql, List<Lease> leases) throws SQLException {
		List<Object> parameters = parameters(leases);
		parameters.add(0, micros(leases));
		return Sql.update(connection, sql, parameters.toArray());
	}

	private static Map<Lease, Renewal> outcomes(List<Lease> leases, Function<Lease, Renewal> outcome) {
		return leases.stream().collect(Collectors.toMap(Function.identity(), outcome));
	}

	private static long micros(List<Lease> leases) {
		return LockStatements.micros(leases.get(0).duration());
	}

	private static List<Object> parameters(List<Lease> leases) {
		List<Object> parameters = new ArrayList<>(2 * leases.size() + 1);
		leases.forEach((lease) -> parameters.add(key(lease)));
		leases.forEach((lease) -> parameters.add(lease.owner().id()));
		return parameters;
	}

	private static List<String> row(Lease lease) {
		return List.of(key(lease), lease.owner().id());
	}

	private static String key(Lease lease) {
		return LockSql.key(lease.key());
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
