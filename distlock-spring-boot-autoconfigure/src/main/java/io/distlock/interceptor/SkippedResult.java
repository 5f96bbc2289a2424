package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.validation.AnnotationAttribute;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;
import org.springframework.util.ClassUtils;

/**
 * The result of a method that was skipped: nothing, in the words of its return type.
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
		Class<?> type = method.getReturnType();
		if (type.isPrimitive() && type != void.class) {
			throw onBusy.invalid("the method returns the primitive type " + type, "Return %s, or use a fallbackMethod."
				.formatted(ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName()));
		}
		ReactiveAdapter adapter = ReturnStyle.reactiveAdapter(type);
		if (adapter != null && !adapter.supportsEmpty()) {
			throw onBusy.invalid("a %s cannot be empty".formatted(type.getSimpleName()),
					"Return a type that can, or use a fallbackMethod.");
		}
		return new SkippedResult(type);
	}

	@Override
	public @Nullable Object handle(LockExpressionRoot call, LockNotAcquiredException reason) {
		if (CompletionStage.class.isAssignableFrom(this.type) || Future.class.isAssignableFrom(this.type)) {
			return CompletableFuture.completedFuture(null);
		}
		Object empty = EMPTY.get(this.type);
		if (empty != null) {
			return empty;
		}
		ReactiveAdapter adapter = ReturnStyle.reactiveAdapter(this.type);
		return (adapter != null) ? adapter.getDescriptor().getEmptyValue() : null;
	}

}
