// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Work under a lock, with a result.
 *
 * @param <T> the type of the result
 * @param <E> the exception type of the work
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockCallback<T extends @Nullable Object, E extends Throwable> {

	/**
	 * Do the work.
	 * @param lock the lock that is held
	 * @return the result
	 * @throws E any exception of the work, which is passed to the caller unchanged
	 */
	T doInLock(HeldLock lock) throws E;

}
