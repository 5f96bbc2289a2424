// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.distlock.LockMode;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.line.internal.HeldPlace;
import io.distlock.line.internal.HeldPlaces;
import io.distlock.line.internal.PendingRequests;
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
import io.distlock.provider.LossSource;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;

/**
 * Keeps locks in a store with sessions: each request creates a session-bound key below
 * the lock, and the oldest key holds the lock. The store's transaction number is the
 * fencing token.
 * <p>
 * Locks of similar duration share a session. The session lasts half as long again as
 * these locks, counted from before the request that kept it alive, so a holder stops
 * trusting its locks before the servers remove its keys. This process ends a lease
 * without renewal by removing the key; after a crash of the process, the end of the
 * session removes the key.
 * <p>
 * Attempts and keys are associated in this process only. A release of an owner that was
 * granted by another provider has no effect.
 * <p>
 * Jobs are kept in keys without a session. Their time is the clock of this machine,
 * because such stores have no clock to read.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public abstract class LineLockProvider
		implements LockProvider, LockCatalog, ForcedRelease, LossSource, JobLedgerSource {

	/**
	 * Default root path.
	 */
	public static final String DEFAULT_ROOT_PATH = "distlock";

	private static final String RENEW = "renew locks";

	private static final Duration MAX_RENEWAL_TIME = Duration.ofSeconds(5);

	private final List<Consumer<Collection<LockOwner>>> lossListeners = new CopyOnWriteArrayList<>();

	private final AtomicBoolean closed = new AtomicBoolean();

	private final ScheduledThreadPoolExecutor timer;

	private final LineParts parts;

	private final LineCatalog catalog;

	private final JobLedger jobs;

	/**
	 * Create a provider. The provider contacts the servers with the first lock.
	 * @param store the store
	 * @param rootPath the prefix of all keys, followed by a slash
	 * @throws IllegalArgumentException if the root path is empty, or begins or ends with
	 * a slash
	 */
	protected LineLockProvider(LineStore store, String rootPath) {
		if (rootPath.isEmpty() || rootPath.startsWith("/") || rootPath.endsWith("/")) {
			throw new IllegalArgumentException(
					"'rootPath' must be a path without a slash at its beginning or end, such as '%s', but is '%s'"
						.formatted(DEFAULT_ROOT_PATH, rootPath));
		}
		LineKeys keys = new LineKeys(rootPath);
		this.timer = new ScheduledThreadPoolExecutor(1,
				DaemonThreads.named("distlock-" + store.title().toLowerCase(Locale.ROOT)));
		this.timer.setRemoveOnCancelPolicy(true);
		Lines lines = new Lines(store, keys, this.timer);
		ForeignKeys foreign = new ForeignKeys(store, keys);
		PermitNumbers numbers = new PermitNumbers(store, keys);
		HeldPlaces<SessionPlace> held = new HeldPlaces<>(this.timer, lines::leave);
		this.parts = new LineParts(store, new Sessions(store, this::ended), lines, foreign, numbers, held);
		this.catalog = new LineCatalog(store, keys, foreign, numbers);
		this.jobs = new LineJobLedger(store, keys, foreign);
	}

	@Override
	public Set<LockMode> modes() {
		return EnumSet.allOf(LockMode.class);
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new LineContender(this.parts, claim, wakeUp);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		Map<Session, Map<Lease, HeldPlace<SessionPlace>>> bySession = new HashMap<>();
		for (Lease lease : leases) {
			HeldPlace<SessionPlace> held = this.parts.held().find(lease.owner());
			if (held == null || held.place().isOver()) {
				outcomes.lost(lease);
			}
			else {
				bySession.computeIfAbsent(held.place().session(), (added) -> new HashMap<>()).put(lease, held);
			}
		}
		bySession.forEach((session, places) -> renew(session, places, outcomes));
	}

	/**
	 * Renew leases of a session. A lock is valid while the session is alive and the entry
	 * exists. Servers without a quorum cannot confirm the entry.
	 */
	private void renew(Session session, Map<Lease, HeldPlace<SessionPlace>> places, RenewalListener outcomes) {
		CompletableFuture<Map<String, Long>> found = this.parts.lines()
			.find(places.values().stream().map((held) -> held.place().path()).toList());
		this.parts.sessions()
			.keepAlive(session)
			.thenCombine(found, (alive, there) -> alive ? there : Map.<String, Long>of())
			.orTimeout(MAX_RENEWAL_TIME.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((there, failure) -> places.forEach((lease, held) -> {
				if (failure != null && !session.isOver()) {
					outcomes.unknown(lease, this.parts.store().failed(RENEW, failure));
				}
				else if (failure == null && isThere(held.place(), there) && this.parts.held().extend(held, lease)) {
					outcomes.kept(lease);
				}
				else {
					this.parts.held().forget(held);
					outcomes.lost(lease);
				}
			}));
	}

	private static boolean isThere(SessionPlace place, Map<String, Long> found) {
		return found.getOrDefault(place.path(), 0L) == place.transaction();
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		HeldPlace<SessionPlace> held = this.parts.held().find(lease.owner());
		if (held == null || held.place().isOver()) {
			return this.parts.held().isReleased(lease.key(), lease.owner()) ? new YieldResult.Yielded(Duration.ZERO)
					: new YieldResult.Lost();
		}
		Lease next = held.leaseAfter(lease);
		if (next != null) {
			return new YieldResult.Renewed(next);
		}
		held.returnTokens(lastToken);
		String purpose = "hand over '%s'".formatted(lease.key());
		return held.isLeft() ? handOver(claim.key(), held, purpose) : yieldOrRenew(held, claim, purpose);
	}

	private YieldResult yieldOrRenew(HeldPlace<SessionPlace> held, LockClaim claim, String purpose) {
		if (!this.parts.sessions().prolong(held.place().session(), claim.leaseTime(), purpose)) {
			return lost(held);
		}
		List<String> line = this.parts.lines().read(claim.key(), purpose).places();
		if (line.isEmpty() || !line.get(0).equals(held.place().path())) {
			return lost(held);
		}
		if (line.size() > 1 || !held.hasTokens()) {
			return handOver(claim.key(), held, purpose);
		}
		Lease lease = held.lease(claim);
		return this.parts.held().extend(held, lease) ? new YieldResult.Renewed(lease) : new YieldResult.Lost();
	}

	private YieldResult lost(HeldPlace<SessionPlace> held) {
		this.parts.held().forget(held);
		return new YieldResult.Lost();
	}

	private YieldResult handOver(LockKey key, HeldPlace<SessionPlace> held, String purpose) {
		return release(key, held, purpose) ? new YieldResult.Yielded(Duration.ZERO) : new YieldResult.Lost();
	}

	private boolean release(LockKey key, HeldPlace<SessionPlace> held, String purpose) {
		return this.parts.held().release(key, held, (place) -> this.parts.lines().remove(place, purpose));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		HeldPlace<SessionPlace> held = this.parts.held().find(owner);
		return (held != null) ? release(key, held, "release '%s'".formatted(key))
				: this.parts.held().isReleased(key, owner);
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		return this.catalog.list(query);
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		return this.catalog.end(key,
				(path) -> reportLoss(this.parts.held().forgetAll((place) -> place.path().equals(path))));
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	@Override
	public void addLossListener(Consumer<Collection<LockOwner>> listener) {
		this.lossListeners.add(listener);
	}

	@Override
	public void removeLossListener(Consumer<Collection<LockOwner>> listener) {
		this.lossListeners.remove(listener);
	}

	/**
	 * Close this provider. Held locks end with their leases. Other queue entries are
	 * removed now, because the client may be closed next.
	 */
	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			PendingRequests.await(this.parts.held().isEmpty() ? endSessions() : this.parts.lines().answered());
			this.parts.held().leaveToTheirLeases();
			this.timer.shutdown();
		}
	}

	/**
	 * End all sessions. Without an answer, the removal of single entries may still
	 * succeed.
	 */
	private CompletableFuture<Void> endSessions() {
		CompletableFuture<Void> removed = this.parts.lines().answered();
		return this.parts.sessions().close().exceptionallyCompose((failure) -> removed);
	}

	private void ended(Session session) {
		this.parts.lines().ended(session);
		reportLoss(this.parts.held().forgetAll((place) -> place.session() == session));
	}

	private void reportLoss(List<LockOwner> lost) {
		if (!lost.isEmpty()) {
			this.lossListeners.forEach((listener) -> listener.accept(lost));
		}
	}

}
