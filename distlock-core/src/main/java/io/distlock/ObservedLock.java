// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * A lock that an observer may watch.
 *
 * @since 0.1.0
 * @see LockObserver
 */
public interface ObservedLock extends HeldLock {

	/**
	 * Notify the observer that code begins to run under the lock on this thread.
	 * @return closed when the code ends, on the same thread
	 */
	LockObserver.Scope enter();

	/**
	 * Notify the observer of a lock, if it has one, that code begins to run under it on
	 * this thread.
	 * @param lock the lock
	 * @return closed when the code ends, on the same thread
	 */
	static LockObserver.Scope enter(HeldLock lock) {
		return (lock instanceof ObservedLock observed) ? observed.enter() : LockObserver.Scope.NONE;
	}

}
