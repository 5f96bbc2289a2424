// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.result;

import java.nio.file.DirectoryStream;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Types whose work is done when they are used.
 */
final class DeferredTypes {

	static final String HTTP_ENTITY_NAME = "org.springframework.http.HttpEntity";

	/**
	 * Types of an optional library.
	 */
	static final List<String> OPTIONAL = List.of(HTTP_ENTITY_NAME, "kotlin.sequences.Sequence",
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	/**
	 * Types that have their content, although they may also be asked for a stream of it.
	 */
	static final List<String> OPTIONAL_EAGER = List.of("org.springframework.data.domain.Slice",
			"org.springframework.data.domain.Window");

	/**
	 * The function types of Kotlin.
	 */
	static final String KOTLIN_FUNCTION = "kotlin.Function";

	private static final String FUNCTIONS = Supplier.class.getPackageName();

	private static final List<Class<?>> TYPES = types(Callable.class, Supplier.class, BaseStream.class, Iterator.class,
			Spliterator.class, Enumeration.class, DirectoryStream.class, Future.class, CompletionStage.class,
			Thread.class, TimerTask.class);

	/**
	 * Types of code, which classes of values may implement besides.
	 */
	private static final List<Class<?>> CODE = code();

	private static final List<Class<?>> EAGER = present(OPTIONAL_EAGER);

	private static final ClassValue<Boolean> DEFERRED = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return !isOneOf(EAGER, type)
					&& (ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null || isOneOf(TYPES, type));
		}

	};

	private static final ClassValue<Boolean> DEFERRED_RESULT = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return isDeferred(type) || (ClassUtils.isLambdaClass(type)
					&& ClassUtils.getAllInterfacesForClassAsSet(type).stream().anyMatch(DeferredTypes::isLambdaType));
		}

	};

	private DeferredTypes() {
	}

	/**
	 * Return whether all values of a type have their work yet to do.
	 */
	static boolean isDeferred(Class<?> type) {
		return DEFERRED.get(type);
	}

	/**
	 * Return whether a method that is declared to return a type promises work that is yet
	 * to be done: an interface of code is such, and a class that implements one may be a
	 * value all the same.
	 */
	static boolean isDeferredWhereDeclared(Class<?> type) {
		return isDeferred(type) || (type.isInterface() && isCode(type));
	}

	/**
	 * Return whether an object of a class has its work yet to do: a lambda has nothing
	 * but code.
	 */
	static boolean isDeferredResult(Class<?> type) {
		return DEFERRED_RESULT.get(type);
	}

	/**
	 * Return whether an object of a class makes its elements on demand, judged by a
	 * return type that promises no more than an {@link Iterable}.
	 */
	static boolean isLazyIterable(Class<?> type) {
		return Iterable.class.isAssignableFrom(type) && !Collection.class.isAssignableFrom(type)
				&& !isOneOf(EAGER, type);
	}

	private static boolean isLambdaType(Class<?> type) {
		return isCode(type) || type == Iterable.class;
	}

	/**
	 * Collections of functional libraries are functions of their indexes and keys, too.
	 */
	private static boolean isCode(Class<?> type) {
		return !Iterable.class.isAssignableFrom(type) && !Map.class.isAssignableFrom(type)
				&& (isOneOf(CODE, type)
						|| Stream.concat(Stream.of(type), ClassUtils.getAllInterfacesForClassAsSet(type).stream())
							.anyMatch(DeferredTypes::isFunction));
	}

	/**
	 * Return whether a type is a function, or extends one.
	 */
	private static boolean isFunction(Class<?> type) {
		return type.getPackageName().equals(FUNCTIONS)
				|| List.of(type.getInterfaces()).stream().anyMatch(DeferredTypes::isFunction);
	}

	private static boolean isOneOf(List<Class<?>> known, Class<?> type) {
		return known.stream().anyMatch((each) -> each.isAssignableFrom(type));
	}

	private static List<Class<?>> types(Class<?>... known) {
		List<Class<?>> types = new ArrayList<>(List.of(known));
		types.addAll(present(OPTIONAL.stream().filter((name) -> !name.equals(HTTP_ENTITY_NAME)).toList()));
		return List.copyOf(types);
	}

	private static List<Class<?>> code() {
		List<Class<?>> types = new ArrayList<>(
				List.of(Runnable.class, PrivilegedAction.class, PrivilegedExceptionAction.class));
		types.addAll(present(List.of(KOTLIN_FUNCTION)));
		return List.copyOf(types);
	}

	private static List<Class<?>> present(List<String> names) {
		return names.stream().<@Nullable Class<?>>map(DeferredTypes::find).<Class<?>>mapMulti((type, known) -> {
			if (type != null) {
				known.accept(type);
			}
		}).toList();
	}

	static @Nullable Class<?> find(String name) {
		ClassLoader classLoader = DeferredTypes.class.getClassLoader();
		return ClassUtils.isPresent(name, classLoader) ? ClassUtils.resolveClassName(name, classLoader) : null;
	}

}
