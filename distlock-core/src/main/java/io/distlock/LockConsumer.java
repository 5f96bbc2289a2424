// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Work under a lock, without a result.
 *
 * @param <E> the exception type of the work
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockConsumer<E extends Throwable> {

	/**
	 * Do the work.
	 * @param lock the lock that is held
	 * @throws E any exception of the work, which is passed to the caller unchanged
	 */
	void doInLock(HeldLock lock) throws E;

}
