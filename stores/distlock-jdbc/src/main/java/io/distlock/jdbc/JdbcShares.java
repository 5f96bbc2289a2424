// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.distlock.jdbc.queue.PostgresWakeUps;
import io.distlock.jdbc.statement.LockSql;
import io.distlock.jdbc.statement.LockStatements.End;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.RecentReleases;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;

/**
 * Renews, releases and lists those who share a lock or have a permit.
 */
final class JdbcShares {

	private final LockDatabase database;

	private final PostgresWakeUps wakeUps;

	private final ShareRenewal renewal;

	private final IdleRowPurge purge;

	private final RecentReleases releases = new RecentReleases();

	JdbcShares(LockDatabase database, PostgresWakeUps wakeUps, PurgeSettings purge) {
		this.database = database;
		this.wakeUps = wakeUps;
		this.renewal = new ShareRenewal(database);
		this.purge = new IdleRowPurge(database, SchemaTable.HOLDER, (dialect) -> dialect.shares().sql().idle(), purge);
	}

	void renew(List<Lease> leases, RenewalListener outcomes) {
		this.renewal.renew(leases, outcomes);
	}

	boolean release(LockKey key, LockOwner owner) {
		boolean held = this.database.run(SchemaTable.HOLDER, "release '" + key + "'", (connection, dialect) -> {
			String encoded = LockSql.key(key);
			End end = dialect.shares().release(connection, key, encoded, owner.id());
			this.wakeUps.woken(encoded, end.wokenUnder());
			return end.isDone();
		});
		if (held) {
			this.releases.add(key, owner);
		}
		this.purge.startIfDue();
		return held || this.releases.contains(key, owner);
	}

	List<StoredLock> held(int limit) {
		return orNone(() -> this.database.run(SchemaTable.HOLDER, "list shared locks",
				(connection, dialect) -> dialect.shares().held(connection, limit)), List.of());
	}

	/**
	 * End all who hold a key together.
	 * @return one of them; empty if there are none
	 */
	Optional<StoredLock> forceRelease(LockKey key) {
		String encoded = LockSql.key(key);
		return orNone(() -> this.database.run(SchemaTable.HOLDER, "force the release of '" + key + "'",
				(connection, dialect) -> dialect.shares().forceRelease(connection, encoded).map((ended) -> {
					this.wakeUps.woken(encoded, ended.end().wokenUnder());
					return ended.lock();
				})), Optional.empty());
	}

	int purge() {
		return orNone(this.purge::purge, 0);
	}

	/**
	 * Without their table there are none.
	 */
	private static <T> T orNone(Supplier<T> found, T none) {
		try {
			return found.get();
		}
		catch (LockTableMissingException ex) {
			return none;
		}
	}

}
