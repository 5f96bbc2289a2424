// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import io.distlock.simulation.Requests.Purpose;

/**
 * Store that keeps a record of each lock, with one request for each operation. Stores
 * differ in the way in which nodes wait.
 */
abstract class StoreModel implements SimulatedStore {

	/**
	 * Time for which a node that has yielded the lock leaves it to others.
	 */
	private static final Duration BACK_OFF = Duration.ofMillis(5);

	private final VirtualTime time;

	private final Bug bug;

	private final int batch;

	private final int requestsOfBatch;

	private final Map<LockKey, StoredLock> locks = new HashMap<>();

	/**
	 * Create a store.
	 * @param batch the maximum number of leases that are renewed together
	 * @param requestsOfBatch the number of requests that renew a batch
	 */
	StoreModel(VirtualTime time, Bug bug, int batch, int requestsOfBatch) {
		this.batch = batch;
		this.requestsOfBatch = requestsOfBatch;
		this.time = time;
		this.bug = bug;
	}

	VirtualTime time() {
		return this.time;
	}

	boolean has(Bug bug) {
		return this.bug == bug;
	}

	StoredLock lock(LockKey key) {
		return this.locks.computeIfAbsent(key, (added) -> new StoredLock(this.time, this.bug));
	}

	@Override
	public LockProvider connect(Node node) {
		return new Connection(node);
	}

	abstract Contender contend(Node node, LockClaim claim, Runnable wakeUp);

	/**
	 * Called in the same step as a release.
	 */
	abstract void released(Node node, LockKey key);

	/**
	 * Return whether a holder sees that other nodes wait.
	 */
	boolean isAwaited(LockKey key) {
		return lock(key).isAwaited();
	}

	@Override
	public Duration leaseLeft(LockKey key) {
		StoredLock lock = lock(key);
		return Duration.ofNanos(lock.isHeld() ? lock.left() : 0);
	}

	@Override
	public boolean release(Node node, LockKey key, LockOwner owner, long lastToken) {
		StoredLock lock = lock(key);
		if (lock.release(owner, lastToken) && this.bug != Bug.NO_WAKE_UP) {
			released(node, key);
		}
		return lock.wasReleased(owner);
	}

	private YieldResult yieldOrRenew(Node node, Lease lease, long lastToken, LockClaim claim) {
		StoredLock lock = lock(lease.key());
		if (lock.wasReleased(lease.owner())) {
			return new YieldResult.Yielded(BACK_OFF);
		}
		if (isAwaited(lease.key()) && lock.isHeldBy(lease.owner())) {
			release(node, lease.key(), lease.owner(), lastToken);
			return new YieldResult.Yielded(BACK_OFF);
		}
		Lease renewed = lock.renew(lease, claim);
		return (renewed != null) ? new YieldResult.Renewed(renewed) : new YieldResult.Lost();
	}

	/**
	 * Answer for a request with a lease, or with the time until the lock may be free.
	 */
	static Attempt busy(long nanos) {
		return new Attempt.Busy(Duration.ofNanos(nanos));
	}

	/**
	 * Access of a node.
	 */
	private final class Connection implements LockProvider {

		private final Node node;

		Connection(Node node) {
			this.node = node;
		}

		@Override
		public String name() {
			return "simulated";
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			return StoreModel.this.contend(this.node, claim, wakeUp);
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			List<Lease> all = List.copyOf(leases);
			int most = StoreModel.this.batch;
			for (int from = 0; from < all.size(); from += most) {
				renewBatch(all.subList(from, Math.min(all.size(), from + most)), outcomes);
			}
		}

		private void renewBatch(List<Lease> leases, RenewalListener outcomes) {
			for (int i = 1; i < StoreModel.this.requestsOfBatch; i++) {
				this.node.call(Purpose.RENEWAL, () -> true);
			}
			List<Boolean> kept = this.node.call(Purpose.RENEWAL,
					() -> leases.stream().map((lease) -> lock(lease.key()).renew(lease)).toList());
			for (int i = 0; i < leases.size(); i++) {
				if (kept.get(i)) {
					outcomes.kept(leases.get(i));
				}
				else {
					outcomes.lost(leases.get(i));
				}
			}
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			return this.node.call(Purpose.RELEASE,
					() -> StoreModel.this.yieldOrRenew(this.node, lease, lastToken, claim));
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			return this.node.call(Purpose.RELEASE, () -> StoreModel.this.release(this.node, key, owner, lastToken));
		}

	}

}
