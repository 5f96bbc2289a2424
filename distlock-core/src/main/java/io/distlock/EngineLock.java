// SPDX-License-Identifier: Apache-2.0

package io.distlock;

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

}
