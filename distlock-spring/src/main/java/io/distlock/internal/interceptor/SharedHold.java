// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.DelegatingHeldLock;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * A lock that an asynchronous call holds. It belongs to no thread, so nested calls find
 * it through {@link LockContext} or the Reactor context and enter it again; the last one
 * to leave releases it.
 */
final class SharedHold extends DelegatingHeldLock {

	private final LockedInvocation.Locks locks;

	private final LockRequest request;

	private final AtomicInteger users = new AtomicInteger(1);

	private final @Nullable SharedHold outer;

	/**
	 * Create a hold.
	 * @param outer the hold around it in the same chain
	 */
	SharedHold(HeldLock lock, LockedInvocation call, @Nullable SharedHold outer) {
		super(lock);
		this.locks = call.locks();
		this.request = call.request();
		this.outer = outer;
	}

	/**
	 * Find a hold of the code that runs on this thread which covers a call.
	 */
	static @Nullable SharedHold find(LockedInvocation call) {
		return current().stream().map((hold) -> hold.covering(call)).filter(Objects::nonNull).findFirst().orElse(null);
	}

	/**
	 * Return the holds of the code that runs on this thread.
	 */
	static List<SharedHold> current() {
		return LockContext.all(SharedHold.class);
	}

	/**
	 * Find a hold that covers a call: this one or one around it.
	 */
	@Nullable SharedHold covering(LockedInvocation call) {
		for (SharedHold hold = this; hold != null; hold = hold.outer) {
			if (hold.covers(call)) {
				return hold;
			}
		}
		return null;
	}

	/**
	 * Return whether a call needs nothing but this hold.
	 * @throws IllegalStateException if the call asks exclusively for what this hold
	 * shares: it would wait for itself
	 * @throws LockLostException if it does so, and this hold is lost
	 */
	boolean covers(LockedInvocation call) {
		if (this.locks != call.locks()) {
			return false;
		}
		refuseUpgrade(call.request());
		return isEnoughFor(call.request().mode()) && this.request.keys().containsAll(call.request().keys());
	}

	private void refuseUpgrade(LockRequest asked) {
		if (this.request.mode() == LockMode.SHARED && asked.mode() == LockMode.EXCLUSIVE && this.users.get() > 0) {
			asked.keys().stream().filter(this.request.keys()::contains).findFirst().ifPresent((key) -> {
				assertHeld();
				throw LockEngine.upgrade(key);
			});
		}
	}

	/**
	 * A writer may also read. A permit is not the lock of its name.
	 */
	private boolean isEnoughFor(LockMode asked) {
		return this.request.mode() == asked || (this.request.mode() == LockMode.EXCLUSIVE && asked == LockMode.SHARED);
	}

	/**
	 * Enter again.
	 * @return whether this hold was not left by all its users already
	 */
	boolean enter() {
		return this.users.getAndUpdate((count) -> (count > 0) ? count + 1 : 0) > 0;
	}

	/**
	 * Leave, and release the lock as the last user. Blocks for the round trip.
	 * @return whether the lock was held until now
	 */
	boolean leave() {
		return (this.users.decrementAndGet() == 0) ? release() : isHeld();
	}

	/**
	 * Release the lock, unless other calls use it: a nested call that is done early does
	 * not take it from the one around it.
	 */
	@Override
	public boolean release() {
		return (this.users.get() > 1) ? isHeld() : super.release();
	}

	@Override
	public void close() {
		if (this.users.get() <= 1) {
			super.close();
		}
	}

	/**
	 * Check before the method is entered that the lock was not lost meanwhile.
	 */
	void checkEntry() {
		if (this.request.onLost() != OnLost.IGNORE) {
			assertHeld();
		}
	}

	LockContext.Binding bind() {
		return LockContext.bind(this, this.request.onLost());
	}

}
