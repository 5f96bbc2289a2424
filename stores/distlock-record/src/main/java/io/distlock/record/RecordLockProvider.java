// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.LockMode;
import io.distlock.internal.thread.DaemonThreads;
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
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.record.LockRecord.Holder;
import io.distlock.record.Records.Step;
import io.distlock.record.StoreClock.Bounds;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;

/**
 * Keeps locks and jobs in a store with conditional writes. Supports exclusive and shared
 * locks, permits, listing, and forced releases. Each key is one record. The acquisition
 * of a free lock costs one write if this node was its last user, otherwise one read and
 * one write; a renewal and a release cost one write.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @since 0.1.0
 */
public abstract class RecordLockProvider implements LockProvider, LockCatalog, ForcedRelease, JobLedgerSource {

	private static final int THREADS = 32;

	private static final long MAX_RENEWAL_MICROS = StoreClock.micros(Duration.ofSeconds(5));

	private static final Duration MARGIN = Duration.ofMillis(50);

	private final Records records;

	private final JobLedger jobs;

	private final IdleRecords idle;

	private final Executor executor;

	/**
	 * Create a provider. The provider contacts the servers with the first lock.
	 * @param store the store
	 */
	protected RecordLockProvider(RecordStore store) {
		this(new Records(store, LockSupport::parkNanos), threads(store));
	}

	/**
	 * Create a provider.
	 * @param records the records
	 * @param executor runs renewals
	 */
	RecordLockProvider(Records records, Executor executor) {
		this.records = records;
		this.jobs = new RecordJobLedger(records);
		this.idle = new IdleRecords(records);
		this.executor = executor;
	}

	private static Executor threads(RecordStore store) {
		ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(),
				DaemonThreads.numbered("distlock-%s-".formatted(store.title().toLowerCase(Locale.ROOT))));
		threads.allowCoreThreadTimeOut(true);
		return threads;
	}

	@Override
	public Set<LockMode> modes() {
		return EnumSet.allOf(LockMode.class);
	}

	@Override
	public boolean canShortenLeases() {
		return true;
	}

	@Override
	public boolean isClientThread() {
		return this.records.store().isClientThread();
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		this.idle.startIfDue();
		return new RecordContender(this.records, this.executor, claim, wakeUp);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		long start = this.records.store().clock().monotonic();
		leases.forEach((lease) -> this.executor.execute(() -> renew(lease, outcomes, start)));
	}

	private void renew(Lease lease, RenewalListener outcomes, long start) {
		try {
			if (this.records.store().clock().monotonic() - start > MAX_RENEWAL_MICROS) {
				throw new LockStoreException("Could not renew '%s' in %s: it answers too slowly for so many locks"
					.formatted(lease.key(), this.records.store().title()), Outcome.TRANSIENT, null);
			}
			if (renew(lease)) {
				outcomes.kept(lease);
			}
			else {
				outcomes.lost(lease);
			}
		}
		catch (RuntimeException ex) {
			outcomes.unknown(lease, ex);
		}
	}

	private boolean renew(Lease lease) {
		return this.records.change(lease.key(), "renew", false, (lock, now) -> {
			Holder holder = lock.find(lease.key(), lease.owner());
			return (holder != null) ? new Step<>(lock.renewed(holder, lease.duration(), now), true)
					: new Step<>(null, false);
		});
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return this.records.change(lease.key(), "hand over", false,
				(lock, now) -> yieldOrRenew(lock, lease, lastToken, claim, now));
	}

	private Step<YieldResult> yieldOrRenew(LockRecord lock, Lease lease, long lastToken, LockClaim claim, Bounds now) {
		YieldResult yielded = new YieldResult.Yielded(this.records.store().longestPoll().plus(MARGIN));
		Holder holder = lock.find(lease.key(), lease.owner());
		if (holder == null) {
			return new Step<>(null, lock.isReleased(lease.owner()) ? yielded : new YieldResult.Lost());
		}
		if (holder.token() != lease.lastToken()) {
			return new Step<>(null, new YieldResult.Renewed(Lease.granted(claim, lease.owner(), holder.token())));
		}
		if (lock.isAwaited(now)) {
			return new Step<>(lock.released(holder, lastToken, now), yielded);
		}
		LockRecord next = lock.handedOver(holder, lastToken, claim, now);
		return new Step<>(next, new YieldResult.Renewed(Lease.granted(claim, lease.owner(), next.lastToken())));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return this.records.change(key, "release", false, (lock, now) -> {
			Holder holder = lock.find(key, owner);
			return (holder != null) ? new Step<>(lock.released(holder, lastToken, now), true)
					: new Step<>(null, lock.isReleased(owner));
		});
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		List<StoredLock> held = new ArrayList<>();
		this.records.list(Records.LOCKS, "list the locks", (found) -> {
			String key = this.records.encodedKey(Records.LOCKS, found.key());
			if (query.includes(key)) {
				this.records.lock(found).ifPresent((lock) -> held.addAll(lock.describe(key, this.records.now())));
			}
		});
		return LockListing.of(held, query);
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		String encoded = this.records.encodedKey(Records.LOCKS, this.records.path(Records.LOCKS, key));
		return this.records.change(key, "force the release of", true, (lock, now) -> {
			List<StoredLock> held = lock.describe(encoded, now);
			return held.isEmpty() ? new Step<>(null, Optional.empty())
					: new Step<>(lock.forced(now), Optional.of(held.get(0)));
		});
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	/**
	 * Delete the records of locks and removed jobs without use for a given time. Runs
	 * automatically once an hour with an idle time of one hour.
	 * @param idle the time
	 * @return the number of deleted records
	 * @throws LockStoreException if the store did not respond
	 */
	public int purge(Duration idle) {
		return this.idle.purge(idle);
	}

	@Override
	public void close() {
		this.records.store().close();
	}

}
