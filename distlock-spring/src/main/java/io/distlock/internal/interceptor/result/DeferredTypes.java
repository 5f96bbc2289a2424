// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.result;

import java.nio.file.DirectoryStream;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Types of deferred work, which starts when the object is used.
 *
 * @since 0.1.0
 */
public final class DeferredTypes {

	private static final String HTTP_ENTITY_NAME = "org.springframework.http.HttpEntity";

	/**
	 * Type of responses with a body; {@code null} without Spring's web classes.
	 */
	static final @Nullable Class<?> HTTP_ENTITY = find(HTTP_ENTITY_NAME);

	private static final List<String> OPTIONAL = List.of("kotlin.sequences.Sequence", "kotlin.Lazy",
			"kotlinx.coroutines.Job", "org.reactivestreams.Publisher",
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.reactive.function.server.ServerResponse",
			"org.springframework.web.servlet.function.AsyncServerResponse",
			"org.springframework.web.servlet.function.DefaultEntityResponseBuilder$CompletionStageEntityResponse",
			"org.springframework.web.servlet.function.DefaultEntityResponseBuilder$PublisherEntityResponse",
			"org.springframework.web.servlet.function.SseServerResponse",
			"org.springframework.web.servlet.function.StreamingServerResponse",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	/**
	 * Types with available content, although a stream of the content may also be
	 * requested.
	 */
	private static final List<String> OPTIONAL_EAGER = List.of("org.springframework.data.domain.Slice",
			"org.springframework.data.domain.Window");

	private static final String KOTLIN_FUNCTION = "kotlin.Function";

	private static final String FUNCTIONS = Supplier.class.getPackageName();

	private static final List<Class<?>> TYPES = types(OPTIONAL, Callable.class, Supplier.class, BaseStream.class,
			Iterator.class, Spliterator.class, Enumeration.class, DirectoryStream.class, Future.class,
			CompletionStage.class, Flow.Publisher.class, Thread.class, TimerTask.class, Process.class);

	/**
	 * Types of code, which value classes may additionally implement.
	 */
	private static final List<Class<?>> CODE = types(List.of(KOTLIN_FUNCTION), Runnable.class, PrivilegedAction.class,
			PrivilegedExceptionAction.class);

	private static final List<Class<?>> EAGER = types(OPTIONAL_EAGER);

	private static final ClassValue<Boolean> DEFERRED = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return !type.isPrimitive() && !isOneOf(EAGER, type)
					&& (ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null || isOneOf(TYPES, type));
		}

	};

	private static final ClassValue<Boolean> DEFERRED_RESULT = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return isDeferred(type) || (ClassUtils.isLambdaClass(type) && ClassUtils.getAllInterfacesForClassAsSet(type)
				.stream()
				.anyMatch((each) -> isCode(each) || each == Iterable.class));
		}

	};

	private DeferredTypes() {
	}

	/**
	 * Return the names of the optional library types.
	 * @return the names
	 */
	public static List<String> optional() {
		return Stream.of(List.of(HTTP_ENTITY_NAME, KOTLIN_FUNCTION), OPTIONAL, OPTIONAL_EAGER)
			.flatMap(List::stream)
			.toList();
	}

	public static boolean isDeferred(Class<?> type) {
		return DEFERRED.get(type);
	}

	/**
	 * Return whether a declared return type represents deferred work. This includes
	 * interfaces of code, but not their implementing classes, which may be values.
	 */
	static boolean isDeferredWhereDeclared(Class<?> type) {
		return isDeferred(type) || (type.isInterface() && isCode(type));
	}

	/**
	 * Return whether an object represents deferred work. A lambda consists only of code.
	 * @param result the result of a method
	 * @return {@code true} if the work starts when the object is used
	 */
	public static boolean isDeferredResult(Object result) {
		return DEFERRED_RESULT.get(result.getClass());
	}

	/**
	 * Return whether objects of a class create their elements on demand. For methods
	 * whose return type is only {@link Iterable}.
	 */
	static boolean isLazyIterable(Class<?> type) {
		return Iterable.class.isAssignableFrom(type) && !Collection.class.isAssignableFrom(type)
				&& !isOneOf(EAGER, type);
	}

	/**
	 * Collections of functional libraries are also functions of their indexes and keys.
	 */
	private static boolean isCode(Class<?> type) {
		return !Iterable.class.isAssignableFrom(type) && !Map.class.isAssignableFrom(type)
				&& (isOneOf(CODE, type)
						|| Stream.concat(Stream.of(type), ClassUtils.getAllInterfacesForClassAsSet(type).stream())
							.anyMatch(DeferredTypes::isFunction));
	}

	private static boolean isFunction(Class<?> type) {
		return type.getPackageName().equals(FUNCTIONS)
				|| List.of(type.getInterfaces()).stream().anyMatch(DeferredTypes::isFunction);
	}

	private static boolean isOneOf(List<Class<?>> known, Class<?> type) {
		return known.stream().anyMatch((each) -> each.isAssignableFrom(type));
	}

	private static List<Class<?>> types(List<String> optional, Class<?>... known) {
		return Stream.concat(Stream.of(known), optional.stream().flatMap((name) -> Stream.ofNullable(find(name))))
			.toList();
	}

	private static @Nullable Class<?> find(String name) {
		ClassLoader classLoader = DeferredTypes.class.getClassLoader();
		return ClassUtils.isPresent(name, classLoader) ? ClassUtils.resolveClassName(name, classLoader) : null;
	}

}
