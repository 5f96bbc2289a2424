// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import io.distlock.jdbc.LockDatabase.Tables;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.jdbc.internal.sql.RenewalStatements.Renewal;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;

/**
 * Renews leases, several exclusive leases in one statement and several shared leases in
 * one transaction. A row locked by another session is skipped and retried for longer than
 * a waiting node's attempt may take, without delaying other renewals. For the row of a
 * shared lock, which may be locked repeatedly, the last retry waits.
 */
final class LeaseRenewal {

	private static final int BATCH_SIZE = 64;

	private static final int MAX_TRIES = 5;

	private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

	// How long failing batches delay the following ones.
	private static final long LOCKED_ROW_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(3);

	private final LockDatabase database;

	private final SchemaTable table;

	private final RenewalListener outcomes;

	// What the current pass has found locked, and when it began.
	private List<Lease> locked = new ArrayList<>();

	private long passStart;

	LeaseRenewal(LockDatabase database, SchemaTable table, RenewalListener outcomes) {
		this.database = database;
		this.table = table;
		this.outcomes = outcomes;
	}

	/**
	 * Renew leases, and report the outcome of each lease.
	 * @throws LockStoreException if the outcome of unreported leases is unknown
	 */
	void renew(List<Lease> leases) {
		int maxTries = isShared() ? MAX_TRIES - 1 : MAX_TRIES;
		List<Lease> left = leases.stream()
			.distinct()
			.sorted(Comparator.comparing(Lease::duration).thenComparing(Lease::key))
			.toList();
		for (int tries = 0; tries < maxTries && !left.isEmpty(); tries++) {
			if (tries > 0) {
				LockSupport.parkNanos(FIRST_PAUSE << tries);
			}
			this.locked = new ArrayList<>();
			this.passStart = System.nanoTime();
			batches(left).forEach(this::renewOnce);
			left = this.locked;
		}
		long start = System.nanoTime();
		for (Lease lease : left) {
			if (isShared() && System.nanoTime() - start < LOCKED_ROW_TIMEOUT_NANOS) {
				await(lease);
			}
			else {
				this.outcomes.unknown(lease, locked(lease));
			}
		}
	}

	private boolean isShared() {
		return this.table == SchemaTable.HOLDER;
	}

	// Returns leases of the same duration and mode together.
	private static List<List<Lease>> batches(List<Lease> leases) {
		Map<List<Object>, List<Lease>> alike = leases.stream()
			.collect(Collectors.groupingBy((lease) -> List.of(lease.duration(), lease.key().mode()), LinkedHashMap::new,
					Collectors.toList()));
		List<List<Lease>> batches = new ArrayList<>();
		for (List<Lease> same : alike.values()) {
			for (int from = 0; from < same.size(); from += BATCH_SIZE) {
				batches.add(same.subList(from, Math.min(from + BATCH_SIZE, same.size())));
			}
		}
		return batches;
	}

	// Waits for a row, for as long as any session does: one who only looks whether it is
	// locked never comes before those who wait. So the row is not found locked: the lease
	// is kept or lost, or the wait ends in a failure.
	private void await(Lease lease) {
		try {
			report(lease,
					this.database
						.repeat(this.table, () -> "renew '" + lease.key() + "'",
								(connection, tables) -> tables.renewal().renewShared(connection, List.of(lease), true))
						.getOrDefault(lease, Renewal.LOST));
		}
		catch (LockStoreException ex) {
			this.outcomes.unknown(lease, SqlErrors.isRowTimeout(ex) ? locked(lease) : ex);
		}
	}

	// Returns nothing if the leases can only be renewed one by one.
	private Map<Lease, Renewal> renew(Connection connection, Tables tables, List<Lease> batch) throws SQLException {
		return isShared() ? tables.renewal().renewShared(connection, batch, false)
				: tables.renewal().renew(connection, batch);
	}

	private static LockStoreException locked(Lease lease) {
		return new LockStoreException(
				"Could not renew lock '%s', because another session has locked its row in the lock table. End that session's transaction"
					.formatted(lease.key()),
				Outcome.TRANSIENT, null);
	}

	private static String text(List<Lease> batch) {
		return (batch.size() == 1) ? "'" + batch.get(0).key() + "'" : batch.size() + " leases";
	}

	// Renews a batch, or one by one if the database cannot do it at once.
	private void renewOnce(List<Lease> batch) {
		try {
			Map<Lease, Renewal> renewed = this.database.repeat(this.table, () -> "renew " + text(batch),
					(connection, tables) -> renew(connection, tables, batch));
			if (!renewed.isEmpty()) {
				batch.forEach((lease) -> report(lease, renewed.getOrDefault(lease, Renewal.LOST)));
				return;
			}
		}
		catch (LockStoreException ex) {
			if (batch.size() == 1 || !isUndone(ex)) {
				fail(batch, ex);
				return;
			}
		}
		batch.forEach((lease) -> renewOnce(List.of(lease)));
	}

	private void report(Lease lease, Renewal renewal) {
		switch (renewal) {
			case KEPT -> this.outcomes.kept(lease);
			case LOST -> this.outcomes.lost(lease);
			default -> this.locked.add(lease);
		}
	}

	private void fail(List<Lease> batch, LockStoreException failure) {
		if (!isUndone(failure) && System.nanoTime() - this.passStart > LOCKED_ROW_TIMEOUT_NANOS) {
			this.locked.forEach((lease) -> this.outcomes.unknown(lease, locked(lease)));
			throw failure;
		}
		batch.forEach((lease) -> this.outcomes.unknown(lease, failure));
	}

	// Whether the transaction of shared leases failed because of one of their rows.
	private boolean isUndone(LockStoreException failure) {
		return isShared() && (SqlErrors.isConflict(failure) || SqlErrors.isRowTimeout(failure));
	}

}
