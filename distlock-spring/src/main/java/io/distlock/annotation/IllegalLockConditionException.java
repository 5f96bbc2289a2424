// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a lock did not evaluate to true or false, or failed. The method was
 * not called.
 *
 * @since 0.1.0
 */
public class IllegalLockConditionException extends LockException {

	/**
	 * Create an exception.
	 * @param condition the expression
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message names the method and what is wrong, and what to do next
	 * @param cause what the expression threw, if it did
	 */
	public IllegalLockConditionException(String condition, @Nullable String name, String message,
			@Nullable Throwable cause) {
		super(condition, name, message, cause);
	}

}
