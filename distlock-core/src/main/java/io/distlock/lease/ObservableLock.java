// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.distlock.EngineLock;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * Lock that is observable from its grant and whose release can be deferred.
 */
abstract class ObservableLock implements EngineLock {

	/**
	 * Requested reaction to a loss.
	 */
	private final OnLost onLost;

	private final AtomicReference<Deferral> deferral = new AtomicReference<>(Deferral.NONE);

	private LockContext.@Nullable Binding binding;

	ObservableLock(OnLost onLost) {
		this.onLost = onLost;
	}

	/**
	 * Report the grant and the end of a lock of this engine.
	 */
	static void observe(HeldLock lock, LockObserver.Acquisition request) {
		((ObservableLock) lock).observe(request.acquired(lock));
	}

	/**
	 * Report every end of the lock.
	 * @param hold the observer to notify, possibly more than once
	 */
	abstract void observe(LockObserver.Holding hold);

	/**
	 * Return the observer of the end of the lock.
	 */
	abstract LockObserver.@Nullable Holding observed();

	/**
	 * Return the hold of each key.
	 */
	abstract List<Hold> holds();

	/**
	 * Refuse a request to an engine for the key of a lost lock before its release.
	 * @throws LockLostException if this lock was lost
	 */
	abstract void refuseLost(Engine engine, ResolvedRequest request);

	/**
	 * Release the lock now.
	 * @return {@code true} if the lock was still held
	 */
	abstract boolean end();

	/**
	 * Close the lock now.
	 */
	abstract void endQuietly();

	/**
	 * Add the lock to the locks of this thread until the lock ends.
	 */
	final HeldLock bind() {
		this.binding = LockContext.bind(this, this.onLost);
		return this;
	}

	@Override
	public final LockObserver.@Nullable Scope enter() {
		keep(false);
		LockObserver.Holding observed = observed();
		return (observed != null) ? observed.enter() : null;
	}

	@Override
	public final void keep() {
		keep(true);
	}

	/**
	 * Note whether only the application decides on the release of this lock.
	 */
	abstract void keep(boolean kept);

	/**
	 * Defer the release. A re-entry of holds with a deferred release needs no own
	 * deferral: it ends with its owner's release, and no later than these holds.
	 */
	@Override
	public final @Nullable Runnable deferRelease() {
		List<Hold> holds = holds();
		Hold first = holds.get(0);
		if (holds.stream().allMatch((hold) -> locked(hold, () -> hold.isDeferred(this.onLost)))) {
			this.deferral.set(Deferral.INNER);
			locked(first, () -> first.addInner(this));
			return null;
		}
		holds.forEach((hold) -> locked(hold, () -> hold.defer(this.onLost)));
		this.deferral.set(Deferral.WAITING);
		return this::endQuietly;
	}

	@Override
	public final boolean release() {
		return isWaiting() ? giveBack() && isHeld() : end();
	}

	@Override
	public final void close() {
		if (isWaiting()) {
			giveBack();
		}
		else {
			endQuietly();
		}
	}

	private boolean isWaiting() {
		return this.deferral.get() == Deferral.WAITING || this.deferral.get() == Deferral.GIVEN_BACK;
	}

	private boolean giveBack() {
		return this.deferral.compareAndSet(Deferral.WAITING, Deferral.GIVEN_BACK);
	}

	/**
	 * Return whether the owner has finished.
	 * @param released {@code true} if the lock is released
	 */
	boolean isGivenBack(boolean released) {
		return released || this.deferral.get() == Deferral.GIVEN_BACK;
	}

	/**
	 * Leave the context of the thread and end the deferral, because the lock ends.
	 * Re-entries of unfinished owners end as well.
	 */
	final void leaveContext() {
		if (this.binding != null) {
			this.binding.close();
		}
		List<Hold> holds = holds();
		Hold first = holds.get(0);
		switch (this.deferral.getAndSet(Deferral.NONE)) {
			case INNER -> locked(first, () -> first.removeInner(this));
			case WAITING, GIVEN_BACK ->
				holds.forEach((hold) -> locked(hold, () -> hold.endDeferral(this.onLost)).forEach(EngineLock::close));
			case NONE -> {
			}
		}
	}

	private static <T> T locked(Hold hold, Supplier<T> action) {
		return hold.lease.keeper.locked(action);
	}

	/**
	 * Report the end to the observer.
	 * @param released {@code true} if the lock was released, unless it was lost
	 */
	final void notifyObserver(boolean released) {
		LockObserver.Holding observed = observed();
		if (observed == null) {
			return;
		}
		Optional<LockLostException> loss = holds().stream()
			.map((hold) -> hold.loss)
			.filter(Objects::nonNull)
			.findFirst();
		if (loss.isPresent()) {
			observed.lost(loss.get());
		}
		else if (released) {
			observed.released();
		}
	}

	/**
	 * State of a deferred release.
	 */
	private enum Deferral {

		/**
		 * The release depends on the owner alone, or has happened.
		 */
		NONE,

		/**
		 * The release depends on the owner and on a further event, for example the end of
		 * a transaction.
		 */
		WAITING,

		/**
		 * The owner has finished; the release depends on the further event only.
		 */
		GIVEN_BACK,

		/**
		 * The release depends on the owner, and follows no later than the deferred
		 * release of the re-entered holds.
		 */
		INNER

	}

}
