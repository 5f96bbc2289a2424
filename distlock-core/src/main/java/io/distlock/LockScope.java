// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Strategy for the end of a lock that a {@link LockTemplate} or a locked method acquires.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockScope {

	/**
	 * Scope that ends with the callback, or with the owner's release.
	 */
	LockScope CALLBACK = (lock, request) -> false;

	/**
	 * Check the context of the caller before a lock is acquired. Not called for a
	 * re-entry.
	 * @param request the request
	 * @throws RuntimeException if the lock must not be acquired in this context
	 */
	default void before(LockRequest request) {
		LockContext.purgeLost();
	}

	/**
	 * Extend the hold beyond the callback or the release, for example to the end of the
	 * caller's transaction. Called immediately after the acquisition.
	 * @param lock the lock; the release of an {@link EngineLock} must be deferred
	 * @param request the request
	 * @return {@code true} if this scope ends the lock later; {@code false} if the
	 * callback or the owner ends the lock
	 */
	boolean extend(HeldLock lock, LockRequest request);

}
