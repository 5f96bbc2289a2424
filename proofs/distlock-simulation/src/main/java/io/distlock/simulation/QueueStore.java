// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.simulation.Requests.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Store with a queue of nodes and notifications, as Redis and PostgreSQL: a release wakes
 * the first node, and the releasing node checks whether the woken node has arrived. See
 * the page 'redis-protocol' of the reference.
 */
final class QueueStore extends StoreModel {

	private static final long MILLI = 1_000_000;

	private static final long CHECK = 100 * MILLI;

	/**
	 * Maximum number of intervals between polls of later nodes.
	 */
	private static final int RAREST = 10;

	private static final long NOT_POLLED = 10_000 * MILLI;

	private final RandomGenerator random;

	private final Terms terms;

	private final Map<Integer, Access> nodes = new HashMap<>();

	QueueStore(VirtualTime time, Bug bug, RandomGenerator random, Terms terms) {
		super(time, bug, terms.batch, 1);
		this.random = random;
		this.terms = terms;
	}

	private Access access(Node node) {
		return this.nodes.computeIfAbsent(node.number(), (added) -> new Access(node));
	}

	private Access access(int number) {
		return Objects.requireNonNull(this.nodes.get(number));
	}

	@Override
	Contender contend(Node node, LockClaim claim, Runnable wakeUp) {
		return new Place(access(node), claim, wakeUp);
	}

	@Override
	void released(Node node, LockKey key) {
		wake(access(node), key);
	}

	private void wake(Access waker, LockKey key) {
		StoredLock lock = lock(key);
		int woken = lock.wake();
		while (woken != StoredLock.NONE && this.terms.seesGone && access(woken).node.isDead()) {
			woken = lock.wake();
		}
		if (woken != StoredLock.NONE) {
			long token = lock.lastToken();
			Access access = access(woken);
			access.node.notify(() -> access.hear(key, token));
			waker.node.schedule(() -> waker.check(key, token), CHECK);
		}
	}

	/**
	 * Differences of stores.
	 *
	 * @param pollMillis the poll interval of the first node in the queue
	 * @param seesGone whether a release skips nodes whose connection has ended
	 * @param pollsReserved whether a node polls at the end of the time for which the lock
	 * is kept for another node
	 * @param requestsIfBusy the number of requests of an attempt that finds the lock busy
	 * @param batch the maximum number of leases that are renewed together
	 */
	record Terms(long pollMillis, boolean seesGone, boolean pollsReserved, int requestsIfBusy, int batch) {

		static final Terms REDIS = new Terms(3000, true, true, 1, 100);

		static final Terms POSTGRESQL = new Terms(1000, false, false, 2, 64);

	}

	/**
	 * Answer to an attempt.
	 *
	 * @param lease the lease, if granted
	 * @param left the time until the lock may be free
	 * @param ticket the ticket of the node
	 * @param before the number of nodes before this node
	 */
	private record Answer(@Nullable Lease lease, long left, long ticket, int before, long token) {

	}

	/**
	 * What a node knows.
	 */
	private final class Access {

		private final Node node;

		private final Map<LockKey, Runnable> listening = new HashMap<>();

		/**
		 * Highest tokens that belong to other nodes.
		 */
		private final Map<LockKey, Long> seen = new HashMap<>();

		Access(Node node) {
			this.node = node;
		}

		void hear(LockKey key, long token) {
			Runnable listener = this.listening.get(key);
			if (listener != null) {
				listener.run();
			}
			else {
				pass(key, token);
			}
		}

		/**
		 * Wake the next node if a woken node has not arrived.
		 */
		void check(LockKey key, long token) {
			if (this.seen.getOrDefault(key, 0L) <= token) {
				pass(key, token);
			}
		}

		private void pass(LockKey key, long token) {
			try {
				this.node.call(Purpose.CHECK, () -> {
					StoredLock lock = lock(key);
					if (!lock.isHeld() && lock.lastToken() == token) {
						wake(this, key);
					}
					return true;
				});
			}
			catch (LockStoreException ex) {
				// The nodes poll.
			}
		}

	}

	/**
	 * A node that wants a lock.
	 */
	private final class Place implements Contender {

		private final Access access;

		private final LockClaim claim;

		private final Runnable wakeUp;

		private boolean waits;

		private boolean queued;

		private long ticket;

		Place(Access access, LockClaim claim, Runnable wakeUp) {
			this.access = access;
			this.claim = claim;
			this.wakeUp = wakeUp;
		}

		@Override
		public Attempt attempt(LockOwner owner) {
			boolean first = !this.waits;
			if (!first) {
				this.access.listening.put(this.claim.key(), this.wakeUp);
				this.queued = true;
			}
			this.waits = true;
			Purpose purpose = first ? Purpose.ATTEMPT : Purpose.WAITING_ATTEMPT;
			Answer answer = this.access.node.call(purpose, () -> ask(owner, !first));
			if (answer.lease != null) {
				this.queued = false;
				return new Attempt.Granted(answer.lease);
			}
			for (int more = 1; more < QueueStore.this.terms.requestsIfBusy; more++) {
				this.access.node.call(purpose, () -> true);
			}
			this.access.seen.merge(this.claim.key(), answer.token, Math::max);
			this.ticket = answer.ticket;
			QueueStore store = QueueStore.this;
			long pause = store.terms.pollMillis * MILLI * Math.min(RAREST, answer.before + 1)
					+ store.random.nextLong(20 * MILLI);
			long wait = has(Bug.NO_WAKE_UP) ? Duration.ofDays(1).toNanos() : Math.min(answer.left + MILLI, pause);
			return busy(first ? 0 : wait);
		}

		private Answer ask(LockOwner owner, boolean waits) {
			StoredLock lock = lock(this.claim.key());
			int node = this.access.node.number();
			Lease lease = lock.acquire(this.claim, owner, node);
			if (lease != null) {
				return new Answer(lease, 0, 0, 0, 0);
			}
			long drawn = waits ? lock.enter(node, this.ticket) : 0;
			long token = lock.isHeld() ? lock.lastToken() : 0;
			long left = (lock.isHeld() || QueueStore.this.terms.pollsReserved) ? lock.left() : NOT_POLLED;
			return new Answer(null, left, drawn, lock.before(drawn), token);
		}

		@Override
		public void close() {
			this.access.listening.remove(this.claim.key(), this.wakeUp);
			if (this.queued) {
				this.queued = false;
				leave();
			}
		}

		private void leave() {
			try {
				this.access.node.call(Purpose.WATCH, () -> {
					lock(this.claim.key()).leave(this.access.node.number());
					return true;
				});
			}
			catch (LockStoreException ex) {
				// The place is woken in vain.
			}
		}

	}

}
