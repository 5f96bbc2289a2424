// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.result;

import java.lang.reflect.Method;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;

import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.util.ClassUtils;

/**
 * Support for Kotlin {@code suspend} functions. The compiler adds a {@code Continuation}
 * parameter and hides the return type. Does not require Kotlin on the class path.
 *
 * @since 0.1.0
 */
public final class SuspendFunction {

	private static final String FLOW = "kotlinx.coroutines.flow.Flow";

	private static final String DEFERRED = "kotlinx.coroutines.Deferred";

	private SuspendFunction() {
	}

	public static boolean is(Method method) {
		return KotlinDetector.isSuspendingFunction(method);
	}

	public static int parameterCount(Method method) {
		return is(method) ? method.getParameterCount() - 1 : method.getParameterCount();
	}

	public static Class<?> resultType(Method method) {
		return is(method) ? new MethodParameter(method, -1).getParameterType() : method.getReturnType();
	}

	/**
	 * Return whether a function returns a {@code Flow}, whose work starts with its
	 * collection.
	 */
	static boolean returnsFlow(Method method) {
		return resultType(method).getName().equals(FLOW);
	}

	public static boolean runsCoroutine(Method method) {
		return is(method) || returnsFlow(method);
	}

	/**
	 * Reject a function that has not completed on return, or that Spring's proxies cannot
	 * call.
	 */
	static void check(Method method) {
		requireCoroutines(method, "it is a suspend function");
		if (!KotlinDetector.isKotlinReflectPresent()) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it is a suspend function, which Spring calls by Kotlin reflection, and that is not on the class path",
					"Add org.jetbrains.kotlin:kotlin-reflect.");
		}
		Class<?> type = resultType(method);
		if (!returnsFlow(method) && DeferredTypes.isDeferredWhereDeclared(type)) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it is a suspend function that returns a %s, so it returns before its work is done"
						.formatted(type.getSimpleName()),
					"Await the result in the function and return the value, or make it a function that does not suspend.");
		}
	}

	/**
	 * Reject a coroutine type that cannot be tracked without the coroutine bridge to
	 * Reactor.
	 */
	static void checkType(Method method) {
		Class<?> type = method.getReturnType();
		if (isOrExtends(type, FLOW) || isOrExtends(type, DEFERRED)) {
			requireCoroutines(method, "it returns a " + type.getSimpleName());
		}
	}

	private static boolean isOrExtends(Class<?> type, String name) {
		return type.getName().equals(name) || ClassUtils.getAllInterfacesForClassAsSet(type)
			.stream()
			.anyMatch((each) -> each.getName().equals(name));
	}

	private static void requireCoroutines(Method method, String what) {
		if (!ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", SuspendFunction.class.getClassLoader())) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					what + ", and Kotlin's coroutines for Reactor are not on the class path",
					"Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor.");
		}
	}

}
