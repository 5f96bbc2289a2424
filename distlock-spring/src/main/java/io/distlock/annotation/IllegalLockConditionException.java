// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the condition of a lock failed, or did not evaluate to a boolean. The
 * method was not called.
 *
 * @since 0.1.0
 */
public class IllegalLockConditionException extends LockException {

	/**
	 * Create an exception.
	 * @param condition the expression
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the message with method, problem and a suggested action
	 * @param cause the exception of the expression, if any
	 */
	public IllegalLockConditionException(String condition, @Nullable String name, String message,
			@Nullable Throwable cause) {
		super(condition, name, message, cause);
	}

}
