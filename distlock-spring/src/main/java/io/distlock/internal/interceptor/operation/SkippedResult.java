// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.distlock.LockNotAcquiredException;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.result.ReturnStyle;
import io.distlock.internal.interceptor.result.SuspendFunction;
import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.core.Nullness;
import org.springframework.core.ReactiveAdapter;
import org.springframework.util.ClassUtils;

/**
 * Result of a skipped method: an empty value of the return type.
 */
final class SkippedResult implements BusyPolicy {

	private static final Map<Class<?>, Object> EMPTY = Map.of(Optional.class, Optional.empty(), OptionalInt.class,
			OptionalInt.empty(), OptionalLong.class, OptionalLong.empty(), OptionalDouble.class,
			OptionalDouble.empty());

	private final Class<?> type;

	private SkippedResult(Class<?> type) {
		this.type = type;
	}

	static SkippedResult of(Method method, AnnotationAttribute onBusy) {
		Class<?> type = SuspendFunction.resultType(method);
		if (type.isPrimitive() && type != void.class && !SuspendFunction.is(method)) {
			throw onBusy.invalid("the method returns the primitive type " + type, "Return %s, or use a fallbackMethod."
				.formatted(ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName()));
		}
		ReactiveAdapter adapter = ReturnStyle.reactiveAdapter(type);
		if (adapter != null && !adapter.supportsEmpty()) {
			throw onBusy.invalid("a %s cannot be empty".formatted(type.getSimpleName()),
					"Return a type that can, or use a fallbackMethod.");
		}
		if (adapter == null && isNullFor(type)) {
			checkNullable(method, onBusy);
		}
		return new SkippedResult(type);
	}

	private static boolean isNullFor(Class<?> type) {
		return type != void.class && type != Void.class && !EMPTY.containsKey(type) && !isFuture(type);
	}

	/**
	 * Reject a non-null return type, since callers do not check for {@code null}.
	 */
	private static void checkNullable(Method method, AnnotationAttribute onBusy) {
		if (method.getGenericReturnType() instanceof TypeVariable
				|| Nullness.forMethodReturnType(method) != Nullness.NON_NULL) {
			return;
		}
		throw onBusy.invalid("the method is declared never to return null",
				KotlinDetector.isKotlinType(method.getDeclaringClass())
						? "Let it return a nullable type, written with ?, or use a fallbackMethod."
						: "Return @Nullable %s, or use a fallbackMethod."
							.formatted(method.getReturnType().getSimpleName()));
	}

	private static boolean isFuture(Class<?> type) {
		return CompletionStage.class.isAssignableFrom(type) || Future.class.isAssignableFrom(type);
	}

	@Override
	public @Nullable Object handle(LockExpressionRoot call, LockNotAcquiredException reason) {
		return isFuture(this.type) ? CompletableFuture.completedFuture(null) : EMPTY.get(this.type);
	}

}
