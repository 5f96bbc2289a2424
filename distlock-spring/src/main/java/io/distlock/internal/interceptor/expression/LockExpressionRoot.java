// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;
import java.util.Arrays;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.KotlinDetector;

/**
 * Root object of expressions ({@code #root}), which represents the call. The arguments do
 * not include the continuation of a Kotlin function, the method belongs to the called
 * class, and the target is the bean behind the proxy.
 *
 * @param args the arguments
 * @param method the method
 * @param target the bean
 * @param targetClass the class of the bean
 * @param proxy the called proxy, or {@code null} if unknown
 * @param continuation the continuation of a Kotlin function
 * @since 0.1.0
 */
public record LockExpressionRoot(@Nullable Object[] args, Method method, @Nullable Object target, Class<?> targetClass,
		@Nullable Object proxy, @Nullable Object continuation) {

	public static LockExpressionRoot of(MethodInvocation invocation, Method method, Class<?> targetClass) {
		@Nullable Object[] passed = invocation.getArguments();
		boolean suspends = KotlinDetector.isSuspendingFunction(method);
		@Nullable Object[] args = suspends ? Arrays.copyOf(passed, passed.length - 1) : passed;
		boolean bridged = !method.getName().equals(invocation.getMethod().getName());
		return new LockExpressionRoot(bridged ? unbox(args, method) : args, method, invocation.getThis(), targetClass,
				(invocation instanceof ProxyMethodInvocation proxied) ? proxied.getProxy() : null,
				suspends ? passed[passed.length - 1] : null);
	}

	/**
	 * Return the arguments in the form expected by a Kotlin function whose bridge was
	 * called.
	 */
	private static @Nullable Object[] unbox(@Nullable Object[] args, Method method) {
		@Nullable Object[] unboxed = new Object[args.length];
		for (int i = 0; i < args.length; i++) {
			unboxed[i] = ValueClasses.unbox(args[i], method.getParameterTypes()[i]);
		}
		return unboxed;
	}

}
