/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.interceptor.result;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

import io.distlock.DeferredResultException;
import io.distlock.HeldLock;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Results that do their work when the caller uses them, which is after the method has
 * returned and the lock is gone. They are refused: at start where the type of the method
 * says so, and otherwise before the caller gets them.
 *
 * @since 0.1.0
 */
public final class DeferredResults {

	private static final String HTTP_ENTITY_NAME = "org.springframework.http.HttpEntity";

	/**
	 * The types that a library may bring along.
	 */
	public static final List<String> OPTIONAL = List.of(HTTP_ENTITY_NAME, "kotlin.sequences.Sequence",
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	/**
	 * Types that have their content, although they may also be asked for a stream of it.
	 */
	public static final List<String> OPTIONAL_EAGER = List.of("org.springframework.data.domain.Slice",
			"org.springframework.data.domain.Window");

	/**
	 * How far to look into type arguments, which may refer to themselves.
	 */
	private static final int DEEPEST = 6;

	private static final @Nullable Class<?> HTTP_ENTITY = find(HTTP_ENTITY_NAME);

	private static final List<Class<?>> TYPES = types(Callable.class, Supplier.class, BaseStream.class, Iterator.class,
			Spliterator.class, Future.class, CompletionStage.class);

	private static final List<Class<?>> EAGER = present(OPTIONAL_EAGER);

	private static final ClassValue<Boolean> DEFERRED = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return EAGER.stream().noneMatch((eager) -> eager.isAssignableFrom(type))
					&& (ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null
							|| TYPES.stream().anyMatch((deferred) -> deferred.isAssignableFrom(type)));
		}

	};

	private DeferredResults() {
	}

	private static List<Class<?>> types(Class<?>... known) {
		List<Class<?>> types = new ArrayList<>(List.of(known));
		types.addAll(present(OPTIONAL.stream().filter((name) -> !name.equals(HTTP_ENTITY_NAME)).toList()));
		return List.copyOf(types);
	}

	private static List<Class<?>> present(List<String> names) {
		return names.stream().<@Nullable Class<?>>map(DeferredResults::find).<Class<?>>mapMulti((type, known) -> {
			if (type != null) {
				known.accept(type);
			}
		}).toList();
	}

	private static @Nullable Class<?> find(String name) {
		ClassLoader classLoader = DeferredResults.class.getClassLoader();
		return ClassUtils.isPresent(name, classLoader) ? ClassUtils.resolveClassName(name, classLoader) : null;
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
		Class<?> deferred = blocking ? deferred(type, DEEPEST) : deferredWithin(type, DEEPEST);
		if (deferred != null) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it returns %s, and the work of a %s begins when the caller uses it, after the lock is gone"
						.formatted(type, deferred.getSimpleName()),
					"Do the work in the method and return its result, for example a List, or return a CompletionStage, a Mono or a Flux, which hold the lock until they end.");
		}
	}

	private static @Nullable Class<?> deferred(ResolvableType type, int depth) {
		Class<?> raw = type.toClass();
		return isDeferred(raw) ? raw : deferredWithin(type, depth);
	}

	private static @Nullable Class<?> deferredWithin(ResolvableType type, int depth) {
		if (depth == 0) {
			return null;
		}
		return Stream.concat(Arrays.stream(type.getGenerics()), Stream.of(type.getComponentType()))
			.filter((part) -> part != ResolvableType.NONE)
			.<@Nullable Class<?>>map((part) -> deferred(part, depth - 1))
			.filter((part) -> part != null)
			.findFirst()
			.orElse(null);
	}

	public static boolean isDeferred(Class<?> type) {
		return DEFERRED.get(type);
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
		Object deferred = (result != null) ? deferred(result) : null;
		if (deferred != null) {
			DeferredResultException refused = new DeferredResultException(lock.key(),
					"%s returned a %s, whose work begins when the caller uses it, after lock '%s' is gone. The caller does not get it. Do the work in the method and return its result, or declare the return type, CompletionStage, Mono or Flux, so that the lock is held until it ends"
						.formatted(InvalidLockAnnotationException.describe(method), deferred.getClass().getName(),
								lock.key()));
			discard(deferred, refused);
			throw refused;
		}
	}

	private static @Nullable Object deferred(Object result) {
		if (result instanceof Optional<?> optional) {
			return optional.<@Nullable Object>map(DeferredResults::deferred).orElse(null);
		}
		if (HTTP_ENTITY != null && HTTP_ENTITY.isInstance(result)) {
			Object body = HttpEntities.body(result);
			return (body != null) ? deferred(body) : null;
		}
		return isDeferred(result.getClass()) ? result : null;
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
	 * What needs Spring's web classes, in a class of its own because they are optional.
	 */
	private static final class HttpEntities {

		private HttpEntities() {
		}

		static @Nullable Object body(Object entity) {
			return ((org.springframework.http.HttpEntity<?>) entity).getBody();
		}

	}

}
