// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * A lock that an observer may watch.
 *
 * @since 0.1.0
 * @see LockObserver
 */
public interface ObservedLock extends HeldLock {

	/**
	 * Notify the observer that code begins to run under the lock on this thread.
	 * @return closed when the code ends, on the same thread; {@code null} if there is no
	 * observer
	 */
	LockObserver.@Nullable Scope enter();

	/**
	 * Notify the observer of a lock, if it has one, that code begins to run under it on
	 * this thread.
	 * @param lock the lock
	 * @return closed when the code ends, on the same thread; {@code null} if there is no
	 * observer
	 */
	static LockObserver.@Nullable Scope enter(HeldLock lock) {
		return (lock instanceof ObservedLock observed) ? observed.enter() : null;
	}

}
