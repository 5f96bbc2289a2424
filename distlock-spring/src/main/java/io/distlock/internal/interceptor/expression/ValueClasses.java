// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Support for Kotlin value classes, whose values are passed unboxed if the type is known,
 * and boxed otherwise.
 */
final class ValueClasses {

	private static final String UNBOX = "unbox-impl";

	private ValueClasses() {
	}

	/**
	 * Return the value wrapped by a value class instance, or the object itself.
	 */
	static @Nullable Object unbox(@Nullable Object value) {
		Object unboxed = value;
		while (unboxed != null && KotlinDetector.isInlineClass(unboxed.getClass())) {
			unboxed = unboxOnce(unboxed);
		}
		return unboxed;
	}

	/**
	 * Return the value in the form expected by a function.
	 */
	static @Nullable Object unbox(@Nullable Object value, Class<?> type) {
		Class<?> taken = ClassUtils.resolvePrimitiveIfNecessary(type);
		return (value == null || taken.isInstance(value) || !KotlinDetector.isInlineClass(value.getClass())) ? value
				: unboxOnce(value);
	}

	private static @Nullable Object unboxOnce(Object value) {
		Method unbox = ReflectionUtils.findMethod(value.getClass(), UNBOX);
		Assert.state(unbox != null, () -> value.getClass().getName() + " has no method " + UNBOX);
		ReflectionUtils.makeAccessible(unbox);
		return ReflectionUtils.invokeMethod(unbox, value);
	}

}
