// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import java.lang.reflect.Method;
import java.util.Arrays;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.KotlinDetector;

/**
 * The call as expressions see it: {@code #root}. Its arguments are without the
 * continuation of a Kotlin function, its method is that of the class that is called, and
 * its target is the bean itself and not the proxy, which may be unknown.
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
		@Nullable Object[] passed = invocation.getArguments();
		boolean suspends = KotlinDetector.isSuspendingFunction(method);
		this.args = suspends ? Arrays.copyOf(passed, passed.length - 1) : passed;
		this.continuation = suspends ? passed[passed.length - 1] : null;
		this.method = method;
		this.target = invocation.getThis();
		this.targetClass = targetClass;
		this.proxy = (invocation instanceof ProxyMethodInvocation proxied) ? proxied.getProxy() : null;
	}

	public @Nullable Object[] getArgs() {
		return this.args;
	}

	public Method getMethod() {
		return this.method;
	}

	public @Nullable Object getTarget() {
		return this.target;
	}

	public Class<?> getTargetClass() {
		return this.targetClass;
	}

	public @Nullable Object proxy() {
		return this.proxy;
	}

	public @Nullable Object continuation() {
		return this.continuation;
	}

}
