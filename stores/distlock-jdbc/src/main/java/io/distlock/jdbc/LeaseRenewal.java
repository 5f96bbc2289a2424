// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import io.distlock.jdbc.LockDatabase.Dialect;
import io.distlock.jdbc.sql.Sql;
import io.distlock.jdbc.statement.LockSql;
import io.distlock.jdbc.statement.LockStatements;
import io.distlock.jdbc.statement.RowRenewal;
import io.distlock.jdbc.statement.RowRenewal.Pair;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;

/**
 * Renews leases, many in one statement. A row that another session has locked is left
 * out, and asked for again until that is taken for more than the attempt of a node that
 * waits; it keeps no other lease from being renewed.
 */
final class LeaseRenewal {

	private static final int BATCH_SIZE = 64;

	private static final int MAX_TRIES = 5;

	private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

	/**
	 * How long failing batches delay the following ones.
	 */
	private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

	private final LockDatabase database;

	LeaseRenewal(LockDatabase database) {
		this.database = database;
	}

	/**
	 * Renew leases, and report each.
	 * @throws LockStoreException if nothing is known of those that were not reported
	 */
	void renew(Collection<Lease> leases, RenewalListener outcomes) {
		List<Lease> locked = renewUnlocked(leases, outcomes);
		for (int tries = 1; tries < MAX_TRIES && !locked.isEmpty(); tries++) {
			LockSupport.parkNanos(FIRST_PAUSE << tries);
			locked = renewUnlocked(locked, outcomes);
		}
		locked.forEach((lease) -> outcomes.unknown(lease, locked(lease)));
	}

	/**
	 * Renew leases whose rows are not locked.
	 * @return the others
	 */
	private List<Lease> renewUnlocked(Collection<Lease> leases, RenewalListener outcomes) {
		List<Lease> locked = new ArrayList<>();
		long start = System.nanoTime();
		for (List<Lease> batch : batches(leases)) {
			try {
				Standing standing = this.database.repeat(SchemaTable.LOCK, "renew %d leases".formatted(batch.size()),
						(connection, dialect) -> renew(connection, dialect, batch));
				standing.report(batch, outcomes, locked);
			}
			catch (LockStoreException ex) {
				if (System.nanoTime() - start > PATIENCE) {
					locked.forEach((lease) -> outcomes.unknown(lease, locked(lease)));
					throw ex;
				}
				batch.forEach((lease) -> outcomes.unknown(lease, ex));
			}
		}
		return locked;
	}

	private static List<List<Lease>> batches(Collection<Lease> leases) {
		Map<Duration, List<Lease>> byDuration = leases.stream()
			.distinct()
			.sorted((first, second) -> first.key().compareTo(second.key()))
			.collect(Collectors.groupingBy(Lease::duration, TreeMap::new, Collectors.toList()));
		List<List<Lease>> batches = new ArrayList<>();
		for (List<Lease> same : byDuration.values()) {
			for (int from = 0; from < same.size(); from += BATCH_SIZE) {
				batches.add(same.subList(from, Math.min(from + BATCH_SIZE, same.size())));
			}
		}
		return batches;
	}

	private static Standing renew(Connection connection, Dialect dialect, List<Lease> batch) throws SQLException {
		long start = System.nanoTime();
		List<Pair> pairs = pairs(batch);
		long lease = LockStatements.micros(batch.get(0).duration());
		if (dialect.renewal().renew(connection, dialect.sql(), lease, pairs) == batch.size()) {
			return Standing.ALL_KEPT;
		}
		Map<Pair, Long> remaining = remaining(connection, dialect.sql(), pairs);
		return new Standing(remaining, lease - TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
	}

	private static Map<Pair, Long> remaining(Connection connection, LockSql sql, List<Pair> pairs) throws SQLException {
		Map<Pair, Long> remaining = new HashMap<>();
		Sql.list(connection, sql.remaining(pairs.size()),
				(row) -> remaining.put(new Pair(row.getString(1), row.getString(2)), row.getLong(3)),
				RowRenewal.parameters(pairs).toArray());
		return remaining;
	}

	/**
	 * Few different sizes make few different statements, which drivers and databases then
	 * have prepared.
	 */
	private static List<Pair> pairs(List<Lease> batch) {
		List<Pair> pairs = new ArrayList<>();
		batch.forEach((lease) -> pairs.add(pair(lease)));
		int size = 1;
		while (size < batch.size()) {
			size *= 4;
		}
		pairs.addAll(Collections.nCopies(size - batch.size(), pairs.get(0)));
		return pairs;
	}

	private static Pair pair(Lease lease) {
		return new Pair(LockSql.key(lease.key()), lease.owner().id());
	}

	static LockStoreException locked(Lease lease) {
		return new LockStoreException(
				"Could not renew lock '%s', because another session has locked its row in the lock table. End that session's transaction"
					.formatted(lease.key()),
				Outcome.TRANSIENT, null);
	}

	/**
	 * State of the rows of a batch after its renewal.
	 *
	 * @param remaining what is left of each lease that still is ours, in microseconds
	 * @param renewed what is left at least of a lease that was renewed
	 */
	private record Standing(Map<Pair, Long> remaining, long renewed) {

		static final Standing ALL_KEPT = new Standing(Map.of(), Long.MIN_VALUE);

		void report(List<Lease> batch, RenewalListener outcomes, List<Lease> locked) {
			for (Lease lease : batch) {
				Long left = this.remaining.get(pair(lease));
				if (this == ALL_KEPT || (left != null && left >= this.renewed)) {
					outcomes.kept(lease);
				}
				else if (left == null) {
					outcomes.lost(lease);
				}
				else {
					locked.add(lease);
				}
			}
		}

	}

}
