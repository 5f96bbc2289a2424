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
 * A lock that can be observed from its grant, and whose release can be delayed.
 */
abstract class ObservableLock implements EngineLock {

	/**
	 * What the owner wants to know of a loss.
	 */
	private final OnLost onLost;

	private final AtomicReference<Deferral> deferral = new AtomicReference<>(Deferral.NONE);

	private LockContext.@Nullable Binding binding;

	ObservableLock(OnLost onLost) {
		this.onLost = onLost;
	}

	/**
	 * Report the grant of a lock of this engine, and its end.
	 */
	static void observe(HeldLock lock, LockObserver.Acquisition request) {
		((ObservableLock) lock).observe(request.acquired(lock));
	}

	/**
	 * Report the end of the lock, whichever way it ends.
	 * @param hold is notified, perhaps more than once
	 */
	abstract void observe(LockObserver.Holding hold);

	/**
	 * Return who is notified of the end of the lock.
	 */
	abstract LockObserver.@Nullable Holding observed();

	/**
	 * Return the hold of each key.
	 */
	abstract List<Hold> holds();

	/**
	 * Refuse a request to an engine for a key whose lock was lost, and not released
	 * since.
	 * @throws LockLostException if this is that lock
	 */
	abstract void refuseLost(Engine engine, ResolvedRequest request);

	/**
	 * Release the lock now.
	 * @return whether it was still held
	 */
	abstract boolean end();

	/**
	 * Close the lock now.
	 */
	abstract void endQuietly();

	/**
	 * Make the lock one of those that this thread holds, until it ends.
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
	 * Note whether the application alone decides when this lock is released.
	 */
	abstract void keep(boolean kept);

	/**
	 * A re-entry of holds whose release waits already needs no more than that: it ends
	 * when its owner is done, and with those at the latest.
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
	 * Return whether the owner is done.
	 * @param released whether the lock is released
	 */
	boolean isGivenBack(boolean released) {
		return released || this.deferral.get() == Deferral.GIVEN_BACK;
	}

	/**
	 * Leave the context of the thread, and wait no longer, since the lock ends. The
	 * re-entries whose owners are not done end, too.
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
	 * @param released whether the lock was released, unless it was lost
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
	 * What the release waits for.
	 */
	private enum Deferral {

		/**
		 * For the owner alone, or for nothing any more.
		 */
		NONE,

		/**
		 * For the end of a transaction, for example, and for the owner.
		 */
		WAITING,

		/**
		 * For the end of a transaction only: the owner is done.
		 */
		GIVEN_BACK,

		/**
		 * For the owner, and for the release of the holds that this re-enters at the
		 * latest, which wait already.
		 */
		INNER

	}

}
