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
 * The places with which this process holds locks, by the attempt that was granted. A
 * grant is bound to its attempt here and nowhere else: an attempt that was never granted
 * has no place to release, whatever became of its requests.
 *
 * @param <P> the places
 * @since 0.1.0
 */
public final class HeldPlaces<P extends Place> {

	private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

	private final RecentReleases released = new RecentReleases();

	private final Map<LockOwner, HeldPlace<P>> places = new ConcurrentHashMap<>();

	private final ScheduledExecutorService timer;

	private final Consumer<P> removal;

	/**
	 * The next check of all leases, guarded by this object. It is not cancelled when
	 * locks are released, so that short holds cost no timer.
	 */
	private @Nullable ScheduledFuture<?> sweep;

	/**
	 * Create an instance that holds nothing.
	 * @param timer ends leases
	 * @param removal removes a place whose lease has ended, and returns at once
	 */
	public HeldPlaces(ScheduledExecutorService timer, Consumer<P> removal) {
		this.timer = timer;
		this.removal = removal;
	}

	/**
	 * Hold a lock with a place whose turn it is.
	 * @param place the place
	 * @param claim what is asked for
	 * @param owner the attempt that is granted
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
	 * Return whether nothing is held.
	 * @return whether
	 */
	public boolean isEmpty() {
		return this.places.isEmpty();
	}

	/**
	 * Find what an attempt was granted.
	 * @param owner the attempt
	 * @return the place, or {@code null} if it holds none, any more or at all
	 */
	public @Nullable HeldPlace<P> find(LockOwner owner) {
		return this.places.get(owner);
	}

	/**
	 * Let a lease run from now on.
	 * @param held the place
	 * @param lease the lease
	 * @return {@code false} if it has ended
	 */
	public boolean extend(HeldPlace<P> held, Lease lease) {
		boolean extended = held.extend(lease.duration());
		sweepIn(held.leftNanos());
		return extended;
	}

	/**
	 * Release a lock.
	 * @param key the lock
	 * @param held the place
	 * @param removal removes the place, and waits for the answer
	 * @return whether it was held until now: also if the place is missing because an
	 * earlier request to remove it took effect without an answer
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
	 * Return whether an owner has released a lock, not long ago.
	 * @param key the lock
	 * @param owner the owner
	 * @return whether it has
	 */
	public boolean isReleased(LockKey key, LockOwner owner) {
		return this.released.contains(key, owner);
	}

	/**
	 * Forget a place.
	 * @param held the place
	 */
	public void forget(HeldPlace<P> held) {
		this.places.remove(held.owner(), held);
	}

	/**
	 * Forget places that are gone.
	 * @param gone which
	 * @return who held them
	 */
	public List<LockOwner> forgetAll(Predicate<P> gone) {
		List<HeldPlace<P>> lost = this.places.values().stream().filter((held) -> gone.test(held.place())).toList();
		lost.forEach(this::forget);
		return lost.stream().map(HeldPlace::owner).toList();
	}

	/**
	 * Have each lease that runs now end in time, although there are no more sweeps.
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
	 * Result of a request to remove a place.
	 */
	public enum Removal {

		/**
		 * The place was there, and is gone.
		 */
		DONE,

		/**
		 * The place was not there.
		 */
		MISSING,

		/**
		 * The session had ended, and the place with it.
		 */
		TOO_LATE

	}

}
