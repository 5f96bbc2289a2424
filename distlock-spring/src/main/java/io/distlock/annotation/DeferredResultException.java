// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * A locked method returned something whose work begins when the caller uses it, such as a
 * stream or a publisher that the return type does not reveal. The lock would be gone by
 * then, so the caller does not get it.
 *
 * @since 0.1.0
 */
public class DeferredResultException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message names the method and the key, and what to do next
	 */
	public DeferredResultException(String key, @Nullable String name, String message) {
		super(key, name, message, null);
	}

}
