// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Base class of all lock exceptions.
 *
 * @since 0.1.0
 */
public abstract class LockException extends RuntimeException {

	private final String key;

	private final String name;

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param message the message with key, provider, times and a suggested action
	 * @param cause the cause, if any
	 */
	protected LockException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception for a lock with a name.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the message with key, provider, times and a suggested action
	 * @param cause the cause, if any
	 */
	protected LockException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.key = key;
		this.name = (name != null) ? name : key;
	}

	/**
	 * Return the key of the lock.
	 * @return the key as specified by the application
	 */
	public String getKey() {
		return this.key;
	}

	/**
	 * Return the name of the lock, which all keys of the lock share and exception
	 * handlers can use: the {@code name} of the annotation (by default the class and the
	 * method) or of the {@link LockRequest}, the role, or the name of the job. A lock
	 * without a name, such as a request without a name or a check of a fencing token in
	 * the database, returns its {@link #getKey() key}.
	 * @return the name, or the key
	 */
	public String getName() {
		return this.name;
	}

}
