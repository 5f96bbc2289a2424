package io.distlock.interceptor;

import io.distlock.HeldLock;
import io.distlock.OnLost;

/**
 * Checks fencing tokens for methods that ask for it.
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
	 * Check the token of a lock in the transaction that is active on this thread, if
	 * there is one, and from now on in every transaction that begins on it.
	 * @param lock the lock
	 * @param onLost whether a loss is to be found out before the token is looked at
	 * @return ends the call, on the same thread
	 * @throws io.distlock.LockException if the token is not the highest, or could not be
	 * checked
	 */
	Entry enter(HeldLock lock, OnLost onLost);

	/**
	 * The time in which a thread is in a fenced method.
	 */
	interface Entry extends AutoCloseable {

		@Override
		void close();

	}

}
