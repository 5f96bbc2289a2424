// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Work to do under a lock, with a result.
 *
 * @param <T> the type of the result
 * @param <E> what the work may throw
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockCallback<T extends @Nullable Object, E extends Throwable> {

	/**
	 * Do the work.
	 * @param lock the lock that is held
	 * @return the result
	 * @throws E whatever the work throws, passed on to the caller as it is
	 */
	T doInLock(HeldLock lock) throws E;

}
