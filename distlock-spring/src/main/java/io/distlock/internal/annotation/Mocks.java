// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.annotation;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Detects Mockito mocks among annotated beans.
 *
 * @since 0.1.0
 */
public final class Mocks {

	private static final @Nullable Method MOCKING_DETAILS = mockingDetails();

	private Mocks() {
	}

	/**
	 * Return whether a bean is a Mockito mock. A spy is not a mock, since a spy calls the
	 * methods of the bean.
	 * @param bean the bean
	 * @return {@code true} for a mock, whose methods do no work
	 */
	public static boolean isMock(Object bean) {
		return MOCKING_DETAILS != null && isAnswered(MOCKING_DETAILS, "isMock", bean)
				&& !isAnswered(MOCKING_DETAILS, "isSpy", bean);
	}

	private static boolean isAnswered(Method mockingDetails, String question, Object bean) {
		Method method = ReflectionUtils.findMethod(mockingDetails.getReturnType(), question);
		return method != null && Boolean.TRUE
			.equals(ReflectionUtils.invokeMethod(method, ReflectionUtils.invokeMethod(mockingDetails, null, bean)));
	}

	private static @Nullable Method mockingDetails() {
		try {
			Class<?> mockito = ClassUtils.forName("org.mockito.Mockito", Mocks.class.getClassLoader());
			return ReflectionUtils.findMethod(mockito, "mockingDetails", Object.class);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return null;
		}
	}

}
