// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.jdbc.internal.queue.PostgresWakeUps;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.LockStatements;
import io.distlock.jdbc.internal.sql.LockStatements.End;
import io.distlock.jdbc.internal.sql.LockStatements.Ended;
import io.distlock.jdbc.internal.table.IdleRowPurge;
import io.distlock.jdbc.internal.table.KnownKeys;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.RecentReleases;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in a table of a relational database, one row for each key, with leases by
 * the database's clock. The acquisition and the release of a free lock are one statement
 * each, on the provider's own connections and never in a transaction of the caller. Rows
 * remain after a release, and are deleted when unused for long.
 * <p>
 * Holders of shared locks and permits are kept in an additional table, and cluster jobs
 * in two further tables; exclusive locks need the first table only.
 * <p>
 * A waiting node is woken by a notification on PostgreSQL, and polls on other databases.
 * The provider opens connections and starts threads with the first lock.
 *
 * @since 0.1.0
 */
public final class JdbcLockProvider implements LockProvider, LockCatalog, ForcedRelease, JobLedgerSource {

	private static final Duration YIELD_TO_WOKEN = Duration.ofMillis(10);

	private static final Duration YIELD_TO_POLLERS = Duration.ofMillis(100);

	private final JdbcLockSettings settings;

	private final LockDatabase database;

	private final PostgresWakeUps wakeUps;

	private final KnownKeys counted = new KnownKeys(KnownKeys.FOREVER);

	private final RecentReleases sharedReleases = new RecentReleases();

	private final IdleRowPurge purge;

	private final IdleRowPurge sharedPurge;

	private final JobLedger jobs;

	/**
	 * Create a provider.
	 * @param dataSource the database with the lock table, see {@link JdbcLockSchema}
	 * @param settings the settings
	 */
	public JdbcLockProvider(DataSource dataSource, JdbcLockSettings settings) {
		this.settings = settings;
		this.database = new LockDatabase(dataSource, settings.tablePrefix(), settings.poolSize());
		this.wakeUps = this.database.wakeUps();
		this.purge = this.database.purge(SchemaTable.LOCK, settings.purgeAfter());
		this.sharedPurge = this.database.purge(SchemaTable.HOLDER, settings.purgeAfter());
		this.jobs = new JdbcJobLedger(this.database, this.wakeUps);
	}

	@Override
	public String name() {
		return "jdbc";
	}

	@Override
	public Set<LockMode> modes() {
		return EnumSet.allOf(LockMode.class);
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new JdbcContender(this.database, this.wakeUps, this.counted, claim, wakeUp,
				this.settings.maxPollInterval());
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		Map<Boolean, List<Lease>> parts = leases.stream()
			.collect(Collectors.partitioningBy((lease) -> lease.key().isExclusive()));
		try {
			new LeaseRenewal(this.database, SchemaTable.LOCK, outcomes).renew(parts.getOrDefault(true, List.of()));
		}
		finally {
			new LeaseRenewal(this.database, SchemaTable.HOLDER, outcomes).renew(parts.getOrDefault(false, List.of()));
		}
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return this.database.run(() -> "yield or renew '" + lease.key() + "'",
				(connection, tables) -> yieldOrRenew(connection, tables.statements(), lease, lastToken, claim));
	}

	private YieldResult yieldOrRenew(Connection connection, LockStatements statements, Lease lease, long lastToken,
			LockClaim claim) throws SQLException {
		String key = LockSql.key(lease.key());
		long used = (lastToken != 0) ? lastToken : lease.lastToken();
		OptionalLong token = statements.renewUnlessAwaited(connection, key, lease, used, claim);
		if (token.isPresent()) {
			return renewed(lease, claim, token.getAsLong());
		}
		return isDone(key, statements.yield(connection, key, lease, used)) ? yielded()
				: answered(statements.ended(connection, key, lease.owner().id()), lease, claim);
	}

	// What a request was answered that arrives again: since then, the row has another
	// block of tokens, or its lease has ended.
	private YieldResult answered(@Nullable Ended ended, Lease lease, LockClaim claim) {
		if (ended != null && ended.isHeld()) {
			return renewed(lease, claim, ended.token());
		}
		return (ended != null && ended.isReleased()) ? yielded() : new YieldResult.Lost();
	}

	private YieldResult yielded() {
		return new YieldResult.Yielded(this.wakeUps.isLive() ? YIELD_TO_WOKEN : YIELD_TO_POLLERS);
	}

	private static YieldResult renewed(Lease lease, LockClaim claim, long lastToken) {
		return new YieldResult.Renewed(Lease.granted(claim, lease.owner(), lastToken));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		boolean released = key.isExclusive()
				? this.database.run(() -> "release '" + key + "'",
						(connection, tables) -> release(connection, tables.statements(), key, owner, lastToken))
				: releaseShared(key, owner);
		this.purge.startIfDue();
		return released;
	}

	private boolean releaseShared(LockKey key, LockOwner owner) {
		String encoded = LockSql.key(key);
		boolean held = this.database.run(SchemaTable.HOLDER, () -> "release '" + key + "'",
				(connection, tables) -> isDone(encoded, tables.shares().release(connection, key, encoded, owner.id())));
		if (held) {
			this.sharedReleases.add(key, owner);
		}
		this.sharedPurge.startIfDue();
		return held || this.sharedReleases.contains(key, owner);
	}

	// Releases with the tokens that were not used. If there is nothing to do, the row
	// shows whether the request was answered before, and how.
	private boolean release(Connection connection, LockStatements statements, LockKey key, LockOwner owner,
			long lastToken) throws SQLException {
		String encoded = LockSql.key(key);
		long used = (lastToken != 0) ? lastToken : Long.MAX_VALUE;
		if (isDone(encoded, statements.release(connection, encoded, owner.id(), used))) {
			return true;
		}
		Ended ended = statements.ended(connection, encoded, owner.id());
		return ended != null && ended.isReleased();
	}

	private boolean isDone(String key, End end) {
		this.wakeUps.woken(key, end.wokenUnder());
		return end.isDone();
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		List<StoredLock> locks = this.database.run(() -> "list locks",
				(connection, tables) -> tables.statements().held(connection, query));
		List<StoredLock> all = new ArrayList<>(locks);
		all.addAll(orNone(() -> this.database.run(SchemaTable.HOLDER, () -> "list shared locks",
				(connection, tables) -> tables.shares().held(connection, query)), List.of()));
		return LockListing.of(all, query);
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		String encoded = LockSql.key(key);
		Supplier<String> what = () -> "force the release of '" + key + "'";
		Optional<StoredLock> shared = orNone(() -> this.database.run(SchemaTable.HOLDER, what,
				(connection, tables) -> tables.shares().forceRelease(connection, encoded).map((ended) -> {
					this.wakeUps.woken(encoded, ended.end().wokenUnder());
					return ended.lock();
				})), Optional.empty());
		return shared.isPresent() ? shared : this.database.run(what,
				(connection, tables) -> tables.statements().forceRelease(connection, encoded));
	}

	// Without their table there are no shared locks.
	private static <T> T orNone(Supplier<T> found, T none) {
		try {
			return found.get();
		}
		catch (LockTableMissingException ex) {
			return none;
		}
	}

	/**
	 * Delete the rows of locks without use for longer than
	 * {@link JdbcLockSettings#purgeAfter()}. Runs automatically at intervals of a sixth
	 * of that time, at least once an hour.
	 * @return the number of deleted rows
	 */
	public int purge() {
		return this.purge.purge() + orNone(this.sharedPurge::purge, 0);
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	@Override
	public void close() {
		this.wakeUps.close();
		this.database.close();
	}

}
