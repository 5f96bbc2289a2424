// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Checks fencing tokens for the methods and requests that ask for it.
 *
 * @since 0.1.0
 */
public interface FencedCalls {

	/**
	 * Take note that there is a method whose tokens are to be checked. Called while beans
	 * are created, and must create none.
	 */
	void expect();

	/**
	 * Check the token of a lock in the transaction that is active on this thread, if the
	 * work is to be part of one, and from now on in every transaction that begins on it.
	 * @param lock the lock
	 * @param request what was asked for: its policy decides whether a loss is to be
	 * detected before the token is checked
	 * @return ends the call
	 * @throws LockException if the token is not the highest, or could not be checked
	 */
	Entry enter(HeldLock lock, LockRequest request);

	/**
	 * The time in which a thread works under a fenced lock.
	 */
	interface Entry extends AutoCloseable {

		/**
		 * Check that there was a transaction: without one nothing was fenced. Called when
		 * the work has ended well.
		 * @throws LockException if there was none
		 */
		void verify();

		@Override
		void close();

	}

}
