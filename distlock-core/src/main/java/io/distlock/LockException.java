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

	private final String name;

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message names key, provider, times, and what to do next
	 * @param cause the cause, if any
	 */
	protected LockException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception of a lock that has a name.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message names key, provider, times, and what to do next
	 * @param cause the cause, if any
	 */
	protected LockException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.key = key;
		this.name = (name != null) ? name : key;
	}

	/**
	 * Return the key that was to be locked.
	 * @return the key, as the application gave it
	 */
	public String getKey() {
		return this.key;
	}

	/**
	 * Return the name of the lock, which all of its keys share, so that a handler can
	 * answer by it: the {@code name} of the annotation (by default the class and the
	 * method) or of the {@link LockRequest}, the role, or the name of the job. Where
	 * there is none, as for a request without a name or a check of a fencing token in the
	 * database, it is the {@link #getKey() key}.
	 * @return the name, or the key
	 */
	public String getName() {
		return this.name;
	}

}
