// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.lang.reflect.Method;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Annotated method that requires a lock. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class LockedMethod {

	private final Method method;

	private final Class<?> targetClass;

	private LockedMethod(Method method, Class<?> targetClass) {
		this.method = method;
		this.targetClass = targetClass;
	}

	/**
	 * Create the description of a method.
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return the description
	 */
	public static LockedMethod of(Method method, Class<?> targetClass) {
		return new LockedMethod(method, targetClass);
	}

	/**
	 * Return the method.
	 * @return the method
	 */
	public Method method() {
		return this.method;
	}

	/**
	 * Return the class of the bean.
	 * @return the class
	 */
	public Class<?> targetClass() {
		return this.targetClass;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockedMethod that && this.method.equals(that.method)
				&& this.targetClass.equals(that.targetClass);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.method, this.targetClass);
	}

	@Override
	public String toString() {
		return this.targetClass.getName() + "." + this.method.getName() + "()";
	}

}
