// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;

import io.distlock.IllegalLockKeyException;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Origin of a key, for messages.
 *
 * @param name the name of the lock
 * @param expression the expression of the key
 * @param method the called method
 */
record KeySource(String name, LockExpression expression, Method method) {

	IllegalLockKeyException illegal(String reason, String remedy) {
		return illegal(reason, remedy, null);
	}

	IllegalLockKeyException failed(RuntimeException cause) {
		return illegal("could not be evaluated", LockKey.shown(String.valueOf(cause.getMessage())), cause);
	}

	private IllegalLockKeyException illegal(String reason, String remedy, @Nullable Throwable cause) {
		return new IllegalLockKeyException(this.expression.toString(), this.name,
				"The key %s of %s %s; the method was not called: %s".formatted(this.expression,
						InvalidLockAnnotationException.describe(this.method), reason, remedy),
				cause);
	}

}
