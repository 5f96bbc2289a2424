// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * A lock that can be kept after its owner has given it back, for example until a
 * transaction has ended, and that an observer may watch. What a {@link LockEngine}
 * returns to the calling thread should be one: otherwise an explicit release takes effect
 * at once.
 *
 * @since 0.1.0
 * @see LockObserver
 */
public interface EngineLock extends HeldLock {

	/**
	 * Notify the observer that code begins to run under the lock on this thread.
	 * @return closed when the code ends, on the same thread; {@code null} if there is no
	 * observer
	 */
	LockObserver.@Nullable Scope enter();

	/**
	 * Let {@link #release()} and {@link #close()} wait: from now on they only say that
	 * the owner is done, and the lock stays as it is until the returned action is run.
	 * @return releases the lock; never throws, from any thread, and is safe to repeat.
	 * {@code null} for a re-entry of a lock whose release waits already: it does not wait
	 * itself, and ends with that one if its owner has not released it before
	 */
	@Nullable Runnable deferRelease();

	/**
	 * Declare that the application keeps this lock, and decides alone when it is
	 * released: no call of the library ends with it. An engine that shuts down hardly
	 * waits for such a lock. Revoked by {@link #enter()}.
	 */
	default void keep() {
	}

	/**
	 * Release the lock by a request of the caller, which changes the store and releases
	 * the lock in one step. The lock is not renewed while the request is in flight. If
	 * the request throws or reports that it changed nothing, the lock is held as before.
	 * Otherwise the store holds it no longer, and the caller still closes it.
	 * @param request the request
	 * @return whether the request was sent and took effect; {@code false} without a
	 * request if another caller of this JVM has entered the lock or waits for it, or if
	 * it is lost
	 */
	default boolean releaseBy(ReleaseRequest request) {
		return false;
	}

	/**
	 * Request that releases a lock in the store.
	 */
	@FunctionalInterface
	interface ReleaseRequest {

		/**
		 * Send the request.
		 * @param key the key of the lock
		 * @param owner the owner of the lease
		 * @param lastToken the last fencing token of the lease that was used
		 * @return whether it took effect
		 */
		boolean send(LockKey key, LockOwner owner, long lastToken);

	}

}
