// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
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

	private volatile @Nullable Deferral deferral;

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
		LockObserver.Holding observed = observed();
		return (observed != null) ? observed.enter() : null;
	}

	@Override
	public final @Nullable Runnable deferRelease() {
		Deferral deferral = new Deferral(this);
		this.deferral = deferral;
		return deferral.inner ? null : this::endQuietly;
	}

	@Override
	public final boolean release() {
		Deferral deferral = this.deferral;
		return (deferral != null && !deferral.inner) ? deferral.giveBack() && isHeld() : end();
	}

	@Override
	public final void close() {
		Deferral deferral = waiting();
		if (deferral != null) {
			deferral.giveBack();
		}
		else {
			endQuietly();
		}
	}

	/**
	 * Return whether the owner is done.
	 * @param released whether the lock is released
	 */
	boolean isGivenBack(boolean released) {
		Deferral deferral = waiting();
		return (deferral != null) ? deferral.givenBack.get() : released;
	}

	/**
	 * Leave the context of the thread, and wait no longer, since the lock ends.
	 */
	final void leaveContext() {
		if (this.binding != null) {
			this.binding.close();
		}
		Deferral deferral = this.deferral;
		if (deferral != null) {
			deferral.end();
		}
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

	private @Nullable Deferral waiting() {
		Deferral deferral = this.deferral;
		return (deferral != null && !deferral.inner) ? deferral : null;
	}

	/**
	 * The release of a lock that waits, for the end of a transaction for example. A
	 * re-entry of holds whose release waits already needs no more than that: it ends when
	 * its owner is done, and with those at the latest.
	 */
	private static final class Deferral {

		private final EngineLock lock;

		private final List<Hold> holds;

		private final OnLost onLost;

		private final boolean inner;

		private final AtomicBoolean givenBack = new AtomicBoolean();

		private final AtomicBoolean ended = new AtomicBoolean();

		Deferral(ObservableLock lock) {
			this.lock = lock;
			this.holds = lock.holds();
			this.onLost = lock.onLost;
			this.inner = this.holds.stream().allMatch((hold) -> locked(hold, () -> hold.isDeferred(this.onLost)));
			if (this.inner) {
				Hold first = this.holds.get(0);
				locked(first, () -> first.addInner(this.lock));
			}
			else {
				this.holds.forEach((hold) -> locked(hold, () -> hold.defer(this.onLost)));
			}
		}

		private static <T> T locked(Hold hold, Supplier<T> action) {
			return hold.lease.keeper.locked(action);
		}

		/**
		 * Note that the owner is done.
		 * @return whether this was the first time
		 */
		boolean giveBack() {
			return this.givenBack.compareAndSet(false, true);
		}

		/**
		 * End the re-entries, too, whose owners have not done so.
		 */
		void end() {
			if (!this.ended.compareAndSet(false, true)) {
				return;
			}
			if (this.inner) {
				Hold first = this.holds.get(0);
				locked(first, () -> first.removeInner(this.lock));
				return;
			}
			for (Hold hold : this.holds) {
				locked(hold, () -> hold.endDeferral(this.onLost)).forEach(EngineLock::close);
			}
		}

	}

}
