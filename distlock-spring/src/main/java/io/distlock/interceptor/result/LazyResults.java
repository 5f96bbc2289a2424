// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.result;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.distlock.DeferredResultException;
import io.distlock.HeldLock;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Results that do their work when the caller uses them, which is after the method has
 * returned and the lock is gone. They are refused: at start where the type of the method
 * says so, and otherwise before the caller gets them.
 *
 * @since 0.1.0
 */
public final class LazyResults {

	/**
	 * Depth to which type arguments are inspected, which may refer to themselves.
	 */
	private static final int DEEPEST = 6;

	private static final @Nullable Class<?> HTTP_ENTITY = DeferredTypes.find(DeferredTypes.HTTP_ENTITY_NAME);

	private LazyResults() {
	}

	/**
	 * Return the types of libraries that are looked up by their names.
	 * @return the names
	 */
	public static List<String> optionalTypes() {
		return Stream.of(DeferredTypes.OPTIONAL, DeferredTypes.OPTIONAL_EAGER, List.of(DeferredTypes.KOTLIN_FUNCTION))
			.flatMap(List::stream)
			.toList();
	}

	/**
	 * Check the type of a method.
	 * @param method the locked method
	 * @param targetClass the class of the bean
	 * @param blocking whether the method is done when it returns
	 * @throws InvalidLockAnnotationException if it says that the work is yet to be done
	 */
	public static void refuse(Method method, Class<?> targetClass, boolean blocking) {
		ResolvableType type = ResolvableType.forMethodReturnType(method, targetClass);
		Class<?> deferred = blocking ? declared(type, DEEPEST) : declaredWithin(type, DEEPEST);
		if (deferred != null) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it returns %s, and the work of a %s begins when the caller uses it, after the lock is gone"
						.formatted(type, deferred.getSimpleName()),
					"Do the work in the method and return its result, for example a List, or return a CompletionStage, a Mono or a Flux, which hold the lock until they end.");
		}
	}

	/**
	 * Return what the type of a method says of work that is yet to be done when the
	 * method has returned.
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return the type of what does the work later, or {@code null}
	 */
	public static @Nullable Class<?> declared(Method method, Class<?> targetClass) {
		return declared(ResolvableType.forMethodReturnType(method, targetClass), DEEPEST);
	}

	private static @Nullable Class<?> declared(ResolvableType type, int depth) {
		Class<?> raw = type.toClass();
		return DeferredTypes.isDeferredWhereDeclared(raw) ? raw : declaredWithin(type, depth);
	}

	/**
	 * Look into type arguments and elements. Those of a class object say of what it is
	 * the class.
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

	public static boolean isDeferred(Class<?> type) {
		return DeferredTypes.isDeferred(type);
	}

	/**
	 * Return whether an object has its work yet to do.
	 * @param result what a method returned
	 * @return whether the work begins when the object is used
	 */
	public static boolean isDeferredResult(Object result) {
		return DeferredTypes.isDeferredResult(result.getClass());
	}

	/**
	 * Check what a method returned.
	 * @param result the result
	 * @param method the locked method
	 * @param lock the lock
	 * @throws DeferredResultException if the work is yet to be done; what can be closed
	 * or cancelled is
	 */
	public static void check(@Nullable Object result, Method method, HeldLock lock) {
		Object deferred = (result != null) ? deferred(result, method.getReturnType()) : null;
		if (deferred != null) {
			DeferredResultException refused = new DeferredResultException(lock.key(),
					"%s returned a %s, whose work begins when the caller uses it, after lock '%s' is gone. The caller does not get it. Do the work in the method and return its result, or declare the return type, CompletionStage, Mono or Flux, so that the lock is held until it ends"
						.formatted(InvalidLockAnnotationException.describe(method), deferred.getClass().getName(),
								lock.key()));
			discard(deferred, refused);
			throw refused;
		}
	}

	private static @Nullable Object deferred(Object result, Class<?> declared) {
		return (declared == Iterable.class && DeferredTypes.isLazyIterable(result.getClass())) ? result
				: deferred(result);
	}

	private static @Nullable Object deferred(Object result) {
		if (result instanceof Optional<?> optional) {
			return optional.<@Nullable Object>map(LazyResults::deferred).orElse(null);
		}
		if (HTTP_ENTITY != null && HTTP_ENTITY.isInstance(result)) {
			Object body = HttpEntities.body(result);
			return (body != null) ? deferred(body) : null;
		}
		return isDeferredResult(result) ? result : null;
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
	 * Code that needs Spring's web classes, in a class of its own because they are
	 * optional.
	 */
	private static final class HttpEntities {

		private HttpEntities() {
		}

		static @Nullable Object body(Object entity) {
			return ((org.springframework.http.HttpEntity<?>) entity).getBody();
		}

	}

}
