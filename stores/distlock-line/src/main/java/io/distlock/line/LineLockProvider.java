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
 * Locks in a store whose places belong to sessions: those who want a lock put keys below
 * one of its own, and the key that was made first holds it. What the store counts with
 * each transaction is the fencing token.
 * <p>
 * Locks of about the same duration share a session. It lives for half as long again as
 * these locks, and counts from before the request that kept it alive, so a holder stops
 * to trust its locks before the servers remove its keys. A lease that is not renewed is
 * ended by this process, which removes the key; where the process is dead, the end of the
 * session does.
 * <p>
 * Attempts and keys are bound to each other in this process only. Owners are those of
 * this provider: the release of an owner that another provider has granted finds nothing.
 * <p>
 * Jobs are kept in keys without a session. Their time is that of this machine, since such
 * stores have no clock to ask.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public abstract class LineLockProvider
		implements LockProvider, LockCatalog, ForcedRelease, LossSource, JobLedgerSource {

	/**
	 * The root path that is used if there is no other.
	 */
	public static final String DEFAULT_ROOT_PATH = "distlock";

	private static final String RENEW = "renew locks";

	private static final Duration LONGEST_RENEWAL = Duration.ofSeconds(5);

	private final List<Consumer<Collection<LockOwner>>> lossListeners = new CopyOnWriteArrayList<>();

	private final AtomicBoolean closed = new AtomicBoolean();

	private final ScheduledThreadPoolExecutor timer;

	private final LineParts parts;

	private final LineCatalog catalog;

	private final JobLedger jobs;

	/**
	 * Create a provider. It talks to no server before the first lock.
	 * @param store the store
	 * @param rootPath what all keys begin with; a slash follows
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
	 * A lock lasts while the session lives and its place exists. Servers without a quorum
	 * cannot confirm the latter.
	 */
	private void renew(Session session, Map<Lease, HeldPlace<SessionPlace>> places, RenewalListener outcomes) {
		CompletableFuture<Map<String, Long>> found = this.parts.lines()
			.find(places.values().stream().map((held) -> held.place().path()).toList());
		this.parts.sessions()
			.keepAlive(session)
			.thenCombine(found, (alive, there) -> alive ? there : Map.<String, Long>of())
			.orTimeout(LONGEST_RENEWAL.toMillis(), TimeUnit.MILLISECONDS)
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
	 * Leave locks that are still held to their leases. What else has a place in a line
	 * gets no time to be removed after this: the client may be closed next.
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
	 * End all sessions. Where that is not answered, the removal of each place may be.
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
