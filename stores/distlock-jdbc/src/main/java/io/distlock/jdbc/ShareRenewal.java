// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.jdbc.sql.SqlErrors;
import io.distlock.jdbc.statement.RowRenewal;
import io.distlock.jdbc.statement.ShareBatch.Renewal;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.RenewalListener;

/**
 * Renews leases of shared locks and permits, many in one transaction. A row that another
 * session has locked is left out, and asked for again; where others lock it again and
 * again, it is waited for in the end.
 */
final class ShareRenewal {

	private static final int BATCH_SIZE = 64;

	private static final int MAX_TRIES = 4;

	private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

	/**
	 * How long failing batches delay the following ones.
	 */
	private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

	private final LockDatabase database;

	ShareRenewal(LockDatabase database) {
		this.database = database;
	}

	/**
	 * Renew leases, and report each.
	 * @throws LockStoreException if nothing is known of those that were not reported
	 */
	void renew(List<Lease> leases, RenewalListener outcomes) {
		List<Lease> left = leases.stream().distinct().sorted(Comparator.comparing(Lease::key)).toList();
		for (int tries = 0; tries < MAX_TRIES && !left.isEmpty(); tries++) {
			if (tries > 0) {
				LockSupport.parkNanos(FIRST_PAUSE << tries);
			}
			Pass pass = new Pass(outcomes);
			for (int from = 0; from < left.size(); from += BATCH_SIZE) {
				pass.renew(left.subList(from, Math.min(from + BATCH_SIZE, left.size())));
			}
			left = pass.locked;
		}
		long start = System.nanoTime();
		for (Lease lease : left) {
			if (System.nanoTime() - start < PATIENCE) {
				await(lease, outcomes);
			}
			else {
				outcomes.unknown(lease, LeaseRenewal.locked(lease));
			}
		}
	}

	/**
	 * Wait for a row, for as long as any session does: one who only looks whether it is
	 * locked never comes before those who wait.
	 */
	private void await(Lease lease, RenewalListener outcomes) {
		try {
			Renewal renewal = this.database
				.repeat(SchemaTable.HOLDER, "renew '" + lease.key() + "'", (connection,
						dialect) -> dialect.shares().batch().renew(connection, RowRenewal.WAITING, List.of(lease)))
				.getOrDefault(lease, Renewal.LOST);
			if (renewal == Renewal.KEPT) {
				outcomes.kept(lease);
			}
			else {
				outcomes.lost(lease);
			}
		}
		catch (LockStoreException ex) {
			outcomes.unknown(lease, SqlErrors.isRowTimeout(ex) ? LeaseRenewal.locked(lease) : ex);
		}
	}

	/**
	 * Renews each lease once.
	 */
	private final class Pass {

		private final List<Lease> locked = new ArrayList<>();

		private final long start = System.nanoTime();

		private final RenewalListener outcomes;

		Pass(RenewalListener outcomes) {
			this.outcomes = outcomes;
		}

		/**
		 * Renew a batch, or one by one if the database cannot do it at once.
		 */
		void renew(List<Lease> batch) {
			try {
				Map<Lease, Renewal> renewed = renewAtOnce(batch);
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
			batch.forEach((lease) -> renew(List.of(lease)));
		}

		private Map<Lease, Renewal> renewAtOnce(List<Lease> batch) {
			String what = (batch.size() == 1) ? "'" + batch.get(0).key() + "'" : batch.size() + " leases";
			return ShareRenewal.this.database.repeat(SchemaTable.HOLDER, "renew " + what,
					(connection, dialect) -> dialect.shares().batch().renew(connection, dialect.renewal(), batch));
		}

		private void report(Lease lease, Renewal renewal) {
			switch (renewal) {
				case KEPT -> this.outcomes.kept(lease);
				case LOST -> this.outcomes.lost(lease);
				default -> this.locked.add(lease);
			}
		}

		private void fail(List<Lease> batch, LockStoreException failure) {
			if (!isUndone(failure) && System.nanoTime() - this.start > PATIENCE) {
				this.locked.forEach((lease) -> this.outcomes.unknown(lease, LeaseRenewal.locked(lease)));
				throw failure;
			}
			batch.forEach((lease) -> this.outcomes.unknown(lease, failure));
		}

		private static boolean isUndone(LockStoreException failure) {
			return SqlErrors.isConflict(failure) || SqlErrors.isRowTimeout(failure);
		}

	}

}
