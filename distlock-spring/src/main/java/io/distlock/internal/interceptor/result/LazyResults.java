// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.result;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.distlock.LockRequest;
import io.distlock.annotation.DeferredResultException;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Rejects results whose work starts on use by the caller, after the method has returned
 * and the lock has been released. Such results are rejected at startup if evident from
 * the method's return type, and otherwise before being passed to the caller.
 *
 * @since 0.1.0
 */
public final class LazyResults {

	/**
	 * Maximum depth for the inspection of type arguments, which may be recursive.
	 */
	private static final int DEEPEST = 6;

	private LazyResults() {
	}

	/**
	 * Check the return type of a method.
	 * @param method the locked method
	 * @param targetClass the class of the bean
	 * @param blocking whether the method has completed when the call returns
	 * @throws InvalidLockAnnotationException if the type represents deferred work
	 */
	public static void refuse(Method method, Class<?> targetClass, boolean blocking) {
		ResolvableType type = ResolvableType.forMethodReturnType(method, targetClass);
		Class<?> deferred = blocking ? declared(type, DEEPEST) : declaredWithin(type, DEEPEST);
		if (deferred != null) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it returns %s, and the work of a %s begins when the caller uses it, after the lock is gone"
						.formatted(type, deferred.getSimpleName()),
					"Do the work in the method and return its result, for example a List, or return a CompletionStage, a Mono or a Flux of it, which hold the lock until they end.");
		}
	}

	public static @Nullable Class<?> declared(Method method, Class<?> targetClass) {
		return declared(ResolvableType.forMethodReturnType(method, targetClass), DEEPEST);
	}

	private static @Nullable Class<?> declared(ResolvableType type, int depth) {
		Class<?> raw = type.toClass();
		return DeferredTypes.isDeferredWhereDeclared(raw) ? raw : declaredWithin(type, depth);
	}

	/**
	 * Inspect type arguments and element types. The type argument of a {@link Class} only
	 * denotes the represented class.
	 */
	private static @Nullable Class<?> declaredWithin(ResolvableType type, int depth) {
		if (depth == 0 || type.toClass() == Class.class) {
			return null;
		}
		return Stream.concat(Arrays.stream(type.getGenerics()), Stream.of(type.getComponentType()))
			.filter((part) -> part != ResolvableType.NONE)
			.<@Nullable Class<?>>map((part) -> declared(part, depth - 1))
			.filter((part) -> part != null)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Check the result of a method.
	 * @param result the result
	 * @param method the locked method
	 * @param request the request of the method
	 * @throws DeferredResultException for deferred work; closeable and cancellable
	 * results are closed or cancelled
	 */
	public static void check(@Nullable Object result, Method method, LockRequest request) {
		boolean lazy = result != null && method.getReturnType() == Iterable.class
				&& DeferredTypes.isLazyIterable(result.getClass());
		Object deferred = lazy ? result : deferred(result);
		if (deferred != null) {
			String key = String.join(", ", request.keys());
			DeferredResultException refused = new DeferredResultException(key, request.name(),
					"%s returned a %s, whose work begins when the caller uses it, after lock '%s' is gone. The caller does not get it. Do the work in the method and return its result, or declare the return type, CompletionStage, Mono or Flux, so that the lock is held until it ends"
						.formatted(InvalidLockAnnotationException.describe(method), deferred.getClass().getName(),
								LockKey.shown(key)));
			discard(deferred, refused);
			throw refused;
		}
	}

	private static @Nullable Object deferred(@Nullable Object result) {
		if (result instanceof Optional<?> optional) {
			return deferred(optional.orElse(null));
		}
		if (result != null && DeferredTypes.HTTP_ENTITY != null && DeferredTypes.HTTP_ENTITY.isInstance(result)) {
			return deferred(HttpEntities.body(result));
		}
		return (result != null && DeferredTypes.isDeferredResult(result)) ? result : null;
	}

	private static void discard(Object deferred, DeferredResultException refused) {
		try {
			if (deferred instanceof Future<?> future) {
				future.cancel(true);
			}
			else if (deferred instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
		catch (Exception ex) {
			refused.addSuppressed(ex);
		}
	}

	/**
	 * Code with a dependency on Spring's optional web classes, loaded only if present.
	 */
	private static final class HttpEntities {

		static @Nullable Object body(Object entity) {
			return ((org.springframework.http.HttpEntity<?>) entity).getBody();
		}

	}

}
