// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import java.lang.reflect.Method;

import io.distlock.interceptor.result.SuspendFunction;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

/**
 * The call as expressions see it: {@code #root}.
 *
 * @since 0.1.0
 */
public final class LockExpressionRoot {

	private final @Nullable Object[] args;

	private final Method method;

	private final @Nullable Object target;

	private final Class<?> targetClass;

	private final @Nullable Object proxy;

	private final @Nullable Object continuation;

	public LockExpressionRoot(MethodInvocation invocation, Method method, Class<?> targetClass) {
		this.args = SuspendFunction.arguments(method, invocation.getArguments());
		this.continuation = SuspendFunction.continuation(method, invocation.getArguments());
		this.method = method;
		this.target = invocation.getThis();
		this.targetClass = targetClass;
		this.proxy = (invocation instanceof ProxyMethodInvocation proxied) ? proxied.getProxy() : null;
	}

	/**
	 * Return the arguments of the call, without the continuation of a Kotlin function.
	 * @return the arguments
	 */
	public @Nullable Object[] getArgs() {
		return this.args;
	}

	/**
	 * Return the method of the class that is called.
	 * @return the method
	 */
	public Method getMethod() {
		return this.method;
	}

	/**
	 * Return the bean itself.
	 * @return the bean, not its proxy
	 */
	public @Nullable Object getTarget() {
		return this.target;
	}

	/**
	 * Return the class of the bean.
	 * @return the class, not that of its proxy
	 */
	public Class<?> getTargetClass() {
		return this.targetClass;
	}

	/**
	 * Return what the caller has called, or {@code null} if it is unknown.
	 * @return what the caller has called, or {@code null} if it is unknown
	 */
	public @Nullable Object proxy() {
		return this.proxy;
	}

	/**
	 * Return the continuation of the Kotlin function that is called, {@code null} for any
	 * other method.
	 * @return the continuation of the Kotlin function that is called
	 */
	public @Nullable Object continuation() {
		return this.continuation;
	}

}
