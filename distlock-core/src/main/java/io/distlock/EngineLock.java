// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * Lock that the library can keep after the owner's release, for example until the end of
 * a transaction, and that supports observation. Locks that a {@link LockEngine} returns
 * to the calling thread should implement this interface. Otherwise an explicit release
 * takes effect immediately.
 *
 * @since 0.1.0
 * @see LockObserver
 */
public interface EngineLock extends HeldLock {

	/**
	 * Notify the observer that code starts to run under the lock on this thread.
	 * @return scope to close on the same thread when the code ends; {@code null} without
	 * an observer
	 */
	LockObserver.@Nullable Scope enter();

	/**
	 * Defer {@link #release()} and {@link #close()}. From now on, both only mark the
	 * owner as finished, and the lock stays held until the returned action runs.
	 * @return action that releases the lock; never throws, may run on any thread and more
	 * than once. {@code null} for a re-entry of a lock with a deferred release: the
	 * release of the re-entry is not deferred, and happens at the latest with the
	 * deferred release
	 */
	@Nullable Runnable deferRelease();

	/**
	 * Declare that the application alone decides when this lock is released: the lock
	 * outlives every call of the library. A shutdown of the engine hardly waits for such
	 * a lock. Revoked by {@link #enter()}.
	 */
	default void keep() {
	}

	/**
	 * Release the lock through a request of the caller that changes the store and
	 * releases the lock in one step. The lock is not renewed while the request is in
	 * flight. If the request throws or reports no change, the lock is held as before.
	 * Otherwise the store no longer holds the lock, and the caller must still close it.
	 * @param request the request
	 * @return {@code true} if the request was sent and took effect; {@code false} without
	 * a request if the lock is lost, or if another caller of this JVM has entered the
	 * lock or waits for the lock
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
		 * @param lastToken the last used fencing token of the lease
		 * @return {@code true} if the request took effect
		 */
		boolean send(LockKey key, LockOwner owner, long lastToken);

	}

}
