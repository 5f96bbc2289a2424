// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a locked method returned a result whose work starts only on use, such as a
 * stream or a publisher hidden by the return type. The work would run without the lock,
 * so the result is not passed to the caller.
 *
 * @since 0.1.0
 */
public class DeferredResultException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the message with method, key and a suggested action
	 */
	public DeferredResultException(String key, @Nullable String name, String message) {
		super(key, name, message, null);
	}

}
