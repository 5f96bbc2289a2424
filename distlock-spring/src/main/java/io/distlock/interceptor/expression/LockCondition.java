// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import io.distlock.IllegalLockConditionException;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

/**
 * An expression that decides whether a lock is needed.
 *
 * @since 0.1.0
 */
public final class LockCondition {

	private final LockExpression expression;

	public LockCondition(LockExpression expression) {
		this.expression = expression;
	}

	/**
	 * Return whether a call needs the lock.
	 * @param call the call
	 * @return whether a call needs the lock
	 * @throws IllegalLockConditionException if the expression does not evaluate to true
	 * or false
	 */
	public boolean applies(LockExpressionRoot call) {
		if (evaluate(call) instanceof Boolean applies) {
			return applies;
		}
		throw undecided(call, "must be true or false", null);
	}

	private @Nullable Object evaluate(LockExpressionRoot call) {
		try {
			return this.expression.evaluate(call);
		}
		catch (RuntimeException ex) {
			throw undecided(call, "could not be evaluated: " + ex.getMessage(), ex);
		}
	}

	private IllegalLockConditionException undecided(LockExpressionRoot call, String reason,
			@Nullable RuntimeException cause) {
		return new IllegalLockConditionException(this.expression.toString(),
				"The condition '%s' of @DistributedLock on %s %s. The method was not called; correct the condition"
					.formatted(this.expression, InvalidLockAnnotationException.describe(call.getMethod()), reason),
				cause);
	}

}
