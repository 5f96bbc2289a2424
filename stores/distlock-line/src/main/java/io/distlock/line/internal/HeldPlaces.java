// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.RecentReleases;
import org.jspecify.annotations.Nullable;

/**
 * Queue entries with which this process holds locks, by granted attempt. A grant is
 * associated with its attempt only here: an attempt without a grant has no entry to
 * release, regardless of the outcome of its requests.
 *
 * @param <P> the type of an entry
 * @since 0.1.0
 */
public final class HeldPlaces<P extends Place> {

	private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

	private final RecentReleases released = new RecentReleases();

	private final Map<LockOwner, HeldPlace<P>> places = new ConcurrentHashMap<>();

	private final ScheduledExecutorService timer;

	private final Consumer<P> removal;

	/**
	 * Next check of all leases. Guarded by this object. Not cancelled after releases, so
	 * that short holds need no timer.
	 */
	private @Nullable ScheduledFuture<?> sweep;

	/**
	 * Create an instance without entries.
	 * @param timer ends leases
	 * @param removal removes an entry with an ended lease; does not block
	 */
	public HeldPlaces(ScheduledExecutorService timer, Consumer<P> removal) {
		this.timer = timer;
		this.removal = removal;
	}

	/**
	 * Hold a lock with a granted entry.
	 * @param place the entry
	 * @param claim the claim
	 * @param owner the granted attempt
	 * @return the lease
	 */
	public Lease hold(P place, LockClaim claim, LockOwner owner) {
		HeldPlace<P> held = new HeldPlace<>(place, owner);
		Lease lease = held.lease(claim);
		held.extend(lease.duration());
		this.places.put(owner, held);
		sweepIn(held.leftNanos());
		return lease;
	}

	/**
	 * Return whether no lock is held.
	 * @return {@code true} without held locks
	 */
	public boolean isEmpty() {
		return this.places.isEmpty();
	}

	/**
	 * Find the entry granted to an attempt.
	 * @param owner the attempt
	 * @return the entry, or {@code null} if the attempt holds no lock
	 */
	public @Nullable HeldPlace<P> find(LockOwner owner) {
		return this.places.get(owner);
	}

	/**
	 * Extend a lease, counted from now.
	 * @param held the entry
	 * @param lease the lease
	 * @return {@code false} if the lease has ended
	 */
	public boolean extend(HeldPlace<P> held, Lease lease) {
		boolean extended = held.extend(lease.duration());
		sweepIn(held.leftNanos());
		return extended;
	}

	/**
	 * Release a lock.
	 * @param key the lock
	 * @param held the entry
	 * @param removal removes the entry, and waits for the answer
	 * @return {@code true} if the lock was held until now, including an entry removed by
	 * an earlier request without an answer
	 */
	public boolean release(LockKey key, HeldPlace<P> held, Function<P, Removal> removal) {
		boolean again = held.isLeft();
		held.leave();
		Removal answer = held.place().isOver() ? Removal.TOO_LATE : removal.apply(held.place());
		boolean done = answer == Removal.DONE || (answer == Removal.MISSING && again && !held.place().isOver());
		if (done) {
			this.released.add(key, held.owner());
		}
		forget(held);
		return done;
	}

	/**
	 * Return whether an owner has recently released a lock.
	 * @param key the lock
	 * @param owner the owner
	 * @return {@code true} after a recent release
	 */
	public boolean isReleased(LockKey key, LockOwner owner) {
		return this.released.contains(key, owner);
	}

	/**
	 * Forget an entry.
	 * @param held the entry
	 */
	public void forget(HeldPlace<P> held) {
		this.places.remove(held.owner(), held);
	}

	/**
	 * Forget removed entries.
	 * @param gone tests for a removed entry
	 * @return the owners of the entries
	 */
	public List<LockOwner> forgetAll(Predicate<P> gone) {
		List<HeldPlace<P>> lost = this.places.values().stream().filter((held) -> gone.test(held.place())).toList();
		lost.forEach(this::forget);
		return lost.stream().map(HeldPlace::owner).toList();
	}

	/**
	 * Schedule the end of each current lease, because no further sweeps follow.
	 */
	public void leaveToTheirLeases() {
		cancelSweep();
		for (HeldPlace<P> held : this.places.values()) {
			this.timer.schedule(() -> this.removal.accept(held.place()), held.leftNanos(), TimeUnit.NANOSECONDS);
		}
	}

	private synchronized void sweepIn(long nanos) {
		long pause = Math.max(nanos, SHORTEST_PAUSE);
		if (this.sweep != null && this.sweep.getDelay(TimeUnit.NANOSECONDS) <= pause) {
			return;
		}
		cancelSweep();
		try {
			this.sweep = this.timer.schedule(this::sweep, pause, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			// The provider was closed: its leases have been left to themselves.
		}
	}

	private synchronized void cancelSweep() {
		if (this.sweep != null) {
			this.sweep.cancel(false);
			this.sweep = null;
		}
	}

	private void sweep() {
		cancelSweep();
		try {
			for (HeldPlace<P> held : this.places.values()) {
				if (held.endIfDue()) {
					forget(held);
					this.removal.accept(held.place());
				}
			}
		}
		finally {
			this.places.values().stream().mapToLong(HeldPlace::leftNanos).min().ifPresent(this::sweepIn);
		}
	}

	/**
	 * Result of the removal of an entry.
	 */
	public enum Removal {

		/**
		 * The entry existed and was removed.
		 */
		DONE,

		/**
		 * The entry did not exist.
		 */
		MISSING,

		/**
		 * The session had ended with the entry.
		 */
		TOO_LATE

	}

}
