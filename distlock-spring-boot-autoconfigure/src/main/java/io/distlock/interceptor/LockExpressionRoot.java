package io.distlock.interceptor;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

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

	LockExpressionRoot(@Nullable Object[] args, Method method, @Nullable Object target, Class<?> targetClass) {
		this.args = args;
		this.method = method;
		this.target = target;
		this.targetClass = targetClass;
	}

	/**
	 * Return the arguments of the call.
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

}
