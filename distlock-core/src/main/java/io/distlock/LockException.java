// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Parent of everything that a lock throws.
 *
 * @since 0.1.0
 */
public abstract class LockException extends RuntimeException {

	private final String key;

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message names key, provider, times, and what to do next
	 * @param cause the cause, if any
	 */
	protected LockException(String key, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.key = key;
	}

	/**
	 * Return the key that was to be locked.
	 * @return the key, as the application gave it
	 */
	public String getKey() {
		return this.key;
	}

}
