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
 * Lock of an asynchronous call, without an owning thread. Nested calls find the lock
 * through {@link LockContext} or the Reactor context and enter the lock again. The last
 * user releases the lock.
 */
final class SharedHold extends DelegatingHeldLock {

	private final LockedInvocation.Locks locks;

	private final LockRequest request;

	private final AtomicInteger users = new AtomicInteger(1);

	private final @Nullable SharedHold outer;

	/**
	 * Create a hold.
	 * @param outer the enclosing hold of the same chain
	 */
	SharedHold(HeldLock lock, LockedInvocation call, @Nullable SharedHold outer) {
		super(lock);
		this.locks = call.locks();
		this.request = call.request();
		this.outer = outer;
	}

	/**
	 * Find a hold that covers a call, among the holds of the code on this thread.
	 */
	static @Nullable SharedHold find(LockedInvocation call) {
		return current().stream().map((hold) -> hold.covering(call)).filter(Objects::nonNull).findFirst().orElse(null);
	}

	/**
	 * Return the holds of the code on this thread.
	 */
	static List<SharedHold> current() {
		return LockContext.all(SharedHold.class);
	}

	/**
	 * Find a hold that covers a call: this hold or an enclosing hold.
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
	 * Return whether this hold is sufficient for a call.
	 * @throws IllegalStateException if the call requests an exclusive lock for a key that
	 * this hold shares, which would deadlock
	 * @throws LockLostException in the same case, if this hold is lost
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
	 * An exclusive hold is sufficient for a shared request. Permits and locks of the same
	 * name are independent.
	 */
	private boolean isEnoughFor(LockMode asked) {
		return this.request.mode() == asked || (this.request.mode() == LockMode.EXCLUSIVE && asked == LockMode.SHARED);
	}

	/**
	 * Enter again.
	 * @return {@code false} if all users have already left this hold
	 */
	boolean enter() {
		return this.users.getAndUpdate((count) -> (count > 0) ? count + 1 : 0) > 0;
	}

	/**
	 * Leave. The last user releases the lock, which blocks for the round trip.
	 * @return {@code true} if the lock was held until now
	 */
	boolean leave() {
		return (this.users.decrementAndGet() == 0) ? release() : isHeld();
	}

	/**
	 * Release the lock unless other calls use this hold: a nested call that ends early
	 * must not release the lock of the enclosing call.
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
	 * Check before the method is entered that the lock has not been lost in the meantime.
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
