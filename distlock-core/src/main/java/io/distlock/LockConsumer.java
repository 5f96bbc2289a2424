// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Work to do under a lock, without a result.
 *
 * @param <E> what the work may throw
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockConsumer<E extends Throwable> {

	/**
	 * Do the work.
	 * @param lock the lock that is held
	 * @throws E whatever the work throws, passed on to the caller as it is
	 */
	void doInLock(HeldLock lock) throws E;

}
