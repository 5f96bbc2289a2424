package io.distlock.interceptor;

import java.lang.reflect.Method;

import io.distlock.LockRequest;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of a locked method before it is called.
 *
 * @param method the method of the class
 * @param keys what it locks
 * @param condition whether the lock is needed, {@code null} for always
 * @param settings how it takes the lock
 * @param busy what happens if the lock is not acquired in time
 * @param style when the method is done
 * @param provider the bean name of the provider, empty for the default one
 * @param fenced checks the fencing token, {@code null} if it is not to be checked
 */
record DistributedLockOperation(Method method, LockKeys keys, @Nullable LockExpression condition, LockSettings settings,
		BusyPolicy busy, ReturnStyle style, String provider, @Nullable FencedCalls fenced) {

	boolean applies(LockExpressionRoot call) {
		if (this.condition == null) {
			return true;
		}
		if (this.condition.evaluate(call) instanceof Boolean applies) {
			return applies;
		}
		throw new IllegalStateException("The condition %s of @DistributedLock on %s must be true or false"
			.formatted(this.condition, InvalidLockAnnotationException.describe(this.method)));
	}

	LockRequest request(LockExpressionRoot call) {
		return this.settings.apply(this.keys.resolve(call));
	}

}
