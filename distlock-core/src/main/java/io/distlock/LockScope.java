// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Decides when a lock that a {@link LockTemplate} or a locked method has taken is given
 * back.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockScope {

	/**
	 * The scope that ends with the callback, or when the owner releases the lock.
	 */
	LockScope CALLBACK = (lock, request) -> false;

	/**
	 * Check the context of the caller before a lock is acquired. Not called for a
	 * re-entry.
	 * @param request what is to be locked
	 * @throws RuntimeException if it is not to be locked here
	 */
	default void before(LockRequest request) {
		LockContext.purgeLost();
	}

	/**
	 * Extend the hold beyond the callback or the release, for example to the end of the
	 * transaction that the caller has begun. Called right after the lock was acquired.
	 * @param lock the lock; if it is a {@link EngineLock}, its release is to be deferred
	 * @param request what was asked for
	 * @return whether this scope ends the lock later; {@code false} if that is left to
	 * the callback or the owner
	 */
	boolean extend(HeldLock lock, LockRequest request);

}
