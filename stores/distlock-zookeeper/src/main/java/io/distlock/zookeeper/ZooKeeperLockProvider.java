// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
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
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LossSource;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;

/**
 * Keeps locks in ZooKeeper: one ephemeral node for each JVM that holds a lock or waits
 * for it, in one container for each key. The first entry holds the lock and each further
 * entry watches the previous entry, so locks are granted in the order of requests, and a
 * release wakes one waiter. The acquisition and the release of a free lock take one round
 * trip each. The server removes empty containers, so keys that are used once leave
 * nothing behind.
 * <p>
 * ZooKeeper has sessions, but no leases. A lease therefore lasts at most two fifths of
 * the session timeout, which client and servers negotiate: a disconnected client stops
 * trusting its locks before the servers end its session. This JVM ends a lease without
 * renewal by removing the node; after a crash of the JVM, the end of its session removes
 * the node.
 * <p>
 * Attempts and nodes are associated in this JVM only. A release of an owner that was
 * granted by another provider has no effect.
 * <p>
 * Cluster jobs are kept in persistent nodes next to the locks.
 * <p>
 * The client's ACLs, credentials, namespace and chroot are used unchanged. Blocking
 * requests are refused on the client's event thread, which reports the responses.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class ZooKeeperLockProvider
		implements LockProvider, LockCatalog, ForcedRelease, LossSource, JobLedgerSource {

	private final ScheduledThreadPoolExecutor timer = timer();

	private final List<Consumer<Collection<LockOwner>>> lossListeners = new CopyOnWriteArrayList<>();

	private final AtomicBoolean closed = new AtomicBoolean();

	private final NodeCleanup removals = new NodeCleanup(this.timer);

	private final HeldPlaces<QueueNode> held = new HeldPlaces<>(this.timer,
			(place) -> this.removals.remove(place.session(), place.path()));

	private final Sessions sessions;

	private final QueueNodes places;

	private final PermitsInForce permits;

	private final Renewals renewals;

	private final JobLedger jobs;

	/**
	 * Create a provider. The provider contacts the servers with the first lock.
	 * @param client the client, started on first use if necessary, and never closed by
	 * this provider
	 * @param settings the settings
	 */
	public ZooKeeperLockProvider(CuratorFramework client, ZooKeeperLockSettings settings) {
		this.sessions = new Sessions(client, this::ended);
		this.places = new QueueNodes(client, settings, this.removals);
		this.permits = new PermitsInForce(client, settings);
		this.renewals = new Renewals(this.timer, this.held, this.removals, this.places.locks());
		this.jobs = new ZooKeeperJobLedger(client, settings, this.sessions, this.places.locks());
	}

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public Set<LockMode> modes() {
		return EnumSet.allOf(LockMode.class);
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new ZooKeeperContender(this.sessions, this.places, this.permits, this.held, claim, wakeUp);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		this.renewals.renew(leases, outcomes);
	}

	@Override
	public boolean isClientThread() {
		return this.sessions.areReadByCurrentThread();
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		HeldPlace<QueueNode> node = this.held.find(lease.owner());
		if (node == null || node.place().session().isOver()) {
			return this.held.isReleased(lease.key(), lease.owner()) ? new YieldResult.Yielded(Duration.ZERO)
					: new YieldResult.Lost();
		}
		Lease next = node.leaseAfter(lease);
		if (next != null) {
			return new YieldResult.Renewed(next);
		}
		try {
			node.returnTokens(lastToken);
			return yieldOrRenew(node, claim, "hand over '%s'".formatted(lease.key()), new Deadline());
		}
		catch (LockStoreException ex) {
			if (!ZooKeeperReplies.isExpiry(ex)) {
				throw ex;
			}
		}
		catch (NoNodeException ex) {
			// Nothing is held by it any more.
		}
		this.held.forget(node);
		return new YieldResult.Lost();
	}

	private YieldResult yieldOrRenew(HeldPlace<QueueNode> node, LockClaim claim, String purpose, Deadline deadline)
			throws NoNodeException {
		if (node.isLeft()) {
			return handOver(claim.key(), node, purpose);
		}
		QueueNode place = node.place();
		List<String> line = LockPath
			.inLine(ZooKeeperReplies.await(purpose, place.session().childrenOfLeader(place.lock().parent()), deadline));
		if (line.isEmpty() || !line.get(0).equals(place.name())) {
			this.held.forget(node);
			return new YieldResult.Lost();
		}
		if (line.size() > 1 || !node.hasTokens()) {
			return handOver(claim.key(), node, purpose);
		}
		place.session().verifyExists(place.path(), purpose, deadline);
		Lease lease = node.lease(claim);
		return this.held.extend(node, lease) ? new YieldResult.Renewed(lease) : new YieldResult.Lost();
	}

	private YieldResult handOver(LockKey key, HeldPlace<QueueNode> node, String purpose) {
		return this.held.release(key, node, (place) -> place.remove(purpose)) ? new YieldResult.Yielded(Duration.ZERO)
				: new YieldResult.Lost();
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		HeldPlace<QueueNode> node = this.held.find(owner);
		return (node != null) ? this.held.release(key, node, (place) -> place.remove("release '%s'".formatted(key)))
				: this.held.isReleased(key, owner);
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		return reader(this.sessions.current()).list(query);
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		Session session = this.sessions.current();
		return reader(session).end(LockPath.of(this.places.locks(), key),
				(path) -> reportLoss(this.held.forgetAll((place) -> place.path().equals(path))));
	}

	private StoredLockReader reader(Session session) {
		return new StoredLockReader(session, this.places.locks(), this.permits);
	}

	@Override
	public void addLossListener(Consumer<Collection<LockOwner>> listener) {
		this.lossListeners.add(listener);
	}

	@Override
	public void removeLossListener(Consumer<Collection<LockOwner>> listener) {
		this.lossListeners.remove(listener);
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	/**
	 * Close this provider. Held locks end with their leases. If the client is closed
	 * earlier, the owners are notified of the loss. A removal without an answer is not
	 * repeated after the close.
	 */
	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			PendingRequests.await(this.removals.done());
			if (this.held.isEmpty()) {
				this.sessions.close();
			}
			this.held.leaveToTheirLeases();
			this.timer.shutdown();
		}
	}

	private void ended(Session session) {
		reportLoss(this.held.forgetAll((place) -> place.session() == session));
	}

	private void reportLoss(List<LockOwner> lost) {
		if (!lost.isEmpty()) {
			this.lossListeners.forEach((listener) -> listener.accept(lost));
		}
	}

	private static ScheduledThreadPoolExecutor timer() {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
				DaemonThreads.named("distlock-zookeeper"));
		timer.setRemoveOnCancelPolicy(true);
		return timer;
	}

}
