// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.distlock.LockMode;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.EngineTasks.Kind;
import io.distlock.internal.task.Ticker;
import io.distlock.provider.Lease;
import io.distlock.provider.LockOwner;
import io.distlock.provider.RenewalListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of this JVM, with one batch for all due leases, and detects the end
 * of leases. One sweep at a time visits every lease and sets the time of the next sweep,
 * so a lease that is released before it is due needs no timer.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class Watchdog {

	private static final Logger logger = LoggerFactory.getLogger(Watchdog.class);

	/**
	 * Maximum number of leases in one call to the provider.
	 */
	private static final int BATCH_SIZE = 1000;

	/**
	 * Divisor of a lease: a renewal may be early by this part, to reduce the number of
	 * sweeps.
	 */
	private static final int RENEW_EARLY_DIVISOR = 60;

	/**
	 * Divisor of a lease: a renewal may be early by this part to fill a batch.
	 */
	private static final int FILL_BATCH_DIVISOR = 6;

	private static final long MAX_SWEEP_INTERVAL = TimeUnit.SECONDS.toNanos(1);

	private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

	private static final long MAX_RETRY_DELAY = TimeUnit.MILLISECONDS.toNanos(250);

	private static final long NO_SWEEP = Long.MAX_VALUE;

	private static final long SUCCEEDING = -1;

	private final Set<RemoteLease> leases = ConcurrentHashMap.newKeySet();

	/**
	 * Delay of the next sweep from {@link #epoch}, so that plain comparison is safe.
	 */
	private final AtomicLong nextSweep = new AtomicLong(NO_SWEEP);

	private final long epoch;

	private final ProviderCalls store;

	private final EngineTasks tasks;

	private final Ticker ticker;

	final LongAdder renewals = new LongAdder();

	final LongAdder failedRenewals = new LongAdder();

	private final Consumer<Collection<LockOwner>> lossReports = this::lost;

	private volatile boolean stopped;

	/**
	 * Start of the current series of failed renewals, which is logged once;
	 * {@link #SUCCEEDING} otherwise.
	 */
	private volatile long failingSince = SUCCEEDING;

	Watchdog(ProviderCalls store, EngineTasks tasks, Ticker ticker) {
		this.store = store;
		this.tasks = tasks;
		this.ticker = ticker;
		this.epoch = ticker.now();
		store.addLossListener(this.lossReports);
	}

	/**
	 * Watch a lease: detect its end, and renew it while its hold requires renewal. Called
	 * while the lease cannot end.
	 */
	void watch(RemoteLease lease) {
		this.leases.add(lease);
		check(lease);
	}

	/**
	 * Check a lease in time after a change of its hold.
	 */
	void check(RemoteLease lease) {
		if (!lease.renewing) {
			sweepBy(earlier(lease.renewAt, this.ticker.now() + MAX_SWEEP_INTERVAL));
		}
	}

	void forget(RemoteLease lease) {
		this.leases.remove(lease);
	}

	int watched() {
		return this.leases.size();
	}

	Map<LockMode, Integer> watchedByMode() {
		return this.leases.stream()
			.collect(Collectors.toMap((lease) -> lease.lease.key().mode(), (lease) -> 1, Integer::sum));
	}

	/**
	 * Return the time since the first failed renewal.
	 * @return the time, or {@code null} while renewals succeed or no lease is held
	 */
	@Nullable Duration failingFor() {
		long since = this.failingSince;
		return (since != SUCCEEDING && !this.leases.isEmpty()) ? Duration.ofNanos(age() - since) : null;
	}

	/**
	 * Stop renewing until the next start. A held lock ends with its lease.
	 */
	void stop() {
		this.stopped = true;
	}

	void start() {
		this.stopped = false;
	}

	/**
	 * Stop listening to the provider, unless a holder still relies on a lease.
	 */
	void close() {
		if (this.leases.isEmpty()) {
			this.store.removeLossListener(this.lossReports);
		}
	}

	private void lost(Collection<LockOwner> owners) {
		Set<LockOwner> lost = Set.copyOf(owners);
		this.leases.stream()
			.filter((lease) -> lost.contains(lease.lease.owner()))
			.forEach((lease) -> lease.keeper.taken(lease));
	}

	private void sweepBy(long time) {
		long due = time - this.epoch;
		long planned = this.nextSweep.get();
		while (due < planned) {
			if (this.nextSweep.compareAndSet(planned, due)) {
				schedule(due);
				return;
			}
			planned = this.nextSweep.get();
		}
	}

	private void schedule(long due) {
		try {
			this.tasks.schedule(() -> sweep(due), due - age());
		}
		catch (RejectedExecutionException ex) {
			logger.debug("No sweep after the engine was closed");
		}
		catch (Error ex) {
			this.nextSweep.compareAndSet(due, NO_SWEEP);
			throw ex;
		}
	}

	private long age() {
		return this.ticker.now() - this.epoch;
	}

	private void sweep(long due) {
		if (!this.nextSweep.compareAndSet(due, NO_SWEEP)) {
			return;
		}
		try {
			long next = visitAll();
			if (!this.leases.isEmpty()) {
				sweepBy(next);
			}
		}
		catch (RuntimeException | Error ex) {
			logger.error("Unexpected error while renewing leases; continuing", ex);
			sweepBy(this.ticker.now() + MAX_RETRY_DELAY);
		}
	}

	/**
	 * End expired leases, and renew due leases.
	 * @return the time of the next sweep
	 */
	private long visitAll() {
		long now = this.ticker.now();
		List<RemoteLease> due = new ArrayList<>();
		List<RemoteLease> early = new ArrayList<>();
		long next = now + MAX_SWEEP_INTERVAL;
		for (RemoteLease lease : this.leases) {
			if (lease.hasExpired(now)) {
				lease.keeper.expire(lease);
			}
			else if (isDue(lease, now, FILL_BATCH_DIVISOR)) {
				boolean late = isDue(lease, now, RENEW_EARLY_DIVISOR) && lease.keeper.wantsRenewal(lease);
				(late ? due : early).add(lease);
			}
			else {
				next = earlier(next, nextLook(lease, now));
			}
		}
		if (!due.isEmpty()) {
			fillUp(due, early, now);
		}
		for (int from = 0; from < due.size(); from += BATCH_SIZE) {
			renewInBackground(due.subList(from, Math.min(from + BATCH_SIZE, due.size())));
		}
		next = earlier(nextLook(due, next, now), nextLook(early, next, now));
		return Math.max(next, now + SHORTEST_PAUSE);
	}

	/**
	 * Return whether the renewal of a lease is due, if its hold requires renewal.
	 * @param part the divisor of the lease by which the renewal may be early
	 */
	private boolean isDue(RemoteLease lease, long now, int part) {
		return !this.stopped && !lease.renewing && now + lease.durationNanos / part - lease.renewAt >= 0;
	}

	/**
	 * Fill the last batch with the leases that are due next. These leases need no
	 * additional call, and leases acquired at different times come to be renewed
	 * together, so the number of calls approaches the number of full batches.
	 * <p>
	 * Half of the renewal interval suffices: two batches with free capacity are never
	 * further apart in either direction. A larger value would only renew recently
	 * acquired leases.
	 */
	private static void fillUp(List<RemoteLease> due, List<RemoteLease> early, long now) {
		int room = Math.floorMod(-due.size(), BATCH_SIZE);
		early.stream()
			.map((lease) -> new Turn(lease, lease.renewAt - now))
			.sorted(Comparator.comparingLong(Turn::delay))
			.map(Turn::lease)
			.filter((lease) -> lease.keeper.wantsRenewal(lease))
			.limit(room)
			.forEach(due::add);
	}

	private static long nextLook(List<RemoteLease> all, long atLatest, long now) {
		long next = atLatest;
		for (RemoteLease lease : all) {
			next = earlier(next, nextLook(lease, now));
		}
		return next;
	}

	private static long nextLook(RemoteLease lease, long now) {
		long renewAt = lease.renewAt;
		boolean renewalAhead = !lease.renewing && renewAt - now > 0;
		return renewalAhead ? earlier(renewAt, lease.deadline()) : lease.deadline();
	}

	private static long earlier(long one, long other) {
		return (one - other <= 0) ? one : other;
	}

	private void renewInBackground(List<RemoteLease> batch) {
		batch.forEach((lease) -> lease.renewing = true);
		try {
			this.tasks.run(Kind.RENEWAL, () -> renew(batch));
		}
		catch (RejectedExecutionException ex) {
			logger.debug("No renewal after the engine was closed");
		}
		catch (Error ex) {
			batch.forEach((lease) -> lease.renewing = false);
			throw ex;
		}
	}

	private void renew(List<RemoteLease> batch) {
		Map<Lease, RemoteLease> asked = new ConcurrentHashMap<>();
		for (RemoteLease lease : batch) {
			if (this.leases.contains(lease)) {
				asked.put(lease.lease, lease);
			}
			else {
				notRenewed(lease);
			}
		}
		Renewal renewal = new Renewal(asked, this.ticker.now());
		try {
			if (!asked.isEmpty()) {
				this.store.renew(List.copyOf(asked.keySet()), renewal);
			}
		}
		catch (RuntimeException | Error ex) {
			renewal.unknown(ex);
		}
	}

	/**
	 * Note that a forgotten lease was not renewed. A caller that watches the lease again
	 * before this method has not planned its renewal.
	 */
	private void notRenewed(RemoteLease lease) {
		lease.renewing = false;
		if (this.leases.contains(lease)) {
			check(lease);
		}
	}

	private void sweepIn(long delay) {
		sweepBy(this.ticker.now() + Math.max(delay, SHORTEST_PAUSE));
	}

	private void failed(RemoteLease lease, Throwable failure) {
		this.failedRenewals.increment();
		if (this.failingSince == SUCCEEDING) {
			this.failingSince = age();
			logger.warn(
					"Could not renew lock '{}', and possibly others, in provider '{}'; will retry until it succeeds",
					lease.lease.key(), this.store.name(), failure);
		}
		lease.renewAt = this.ticker.now() + Math.min(lease.durationNanos / 20, MAX_RETRY_DELAY);
	}

	/**
	 * Time of the renewal of a lease, which may change concurrently.
	 *
	 * @param lease the lease
	 * @param delay in nanoseconds from now
	 */
	private record Turn(RemoteLease lease, long delay) {

	}

	/**
	 * Pending renewal. The outcome of each lease is independent.
	 */
	private final class Renewal implements RenewalListener {

		private final Map<Lease, RemoteLease> untold;

		private final long sentAt;

		Renewal(Map<Lease, RemoteLease> untold, long sentAt) {
			this.untold = untold;
			this.sentAt = sentAt;
		}

		@Override
		public void kept(Lease lease) {
			report(lease, (renewed) -> {
				Watchdog.this.failingSince = SUCCEEDING;
				renewed.keeper.renewed(renewed, this.sentAt);
				Watchdog.this.renewals.increment();
			});
		}

		@Override
		public void lost(Lease lease) {
			report(lease, (lost) -> lost.keeper.taken(lost));
		}

		@Override
		public void unknown(Lease lease, Throwable cause) {
			report(lease, (unknown) -> failed(unknown, cause));
		}

		void unknown(Throwable cause) {
			List.copyOf(this.untold.keySet()).forEach((lease) -> unknown(lease, cause));
		}

		private void report(Lease granted, Consumer<RemoteLease> outcome) {
			RemoteLease lease = this.untold.remove(granted);
			if (lease != null) {
				outcome.accept(lease);
				lease.renewing = false;
				sweepIn(Watchdog.this.ticker.left(lease.renewAt));
			}
		}

	}

}
