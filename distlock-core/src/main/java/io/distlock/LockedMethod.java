// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.lang.reflect.Method;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The annotated method that a lock is acquired for.
 *
 * @param method the method
 * @param targetClass the class of the bean
 * @since 0.1.0
 */
public record LockedMethod(Method method, Class<?> targetClass) {

	private static final ThreadLocal<@Nullable LockedMethod> requesting = new ThreadLocal<>();

	/**
	 * Return the method for which this thread is about to acquire a lock.
	 * @return the method; empty where a lock is acquired in code
	 */
	public static Optional<LockedMethod> requesting() {
		return Optional.ofNullable(requesting.get());
	}

	/**
	 * Declare that the lock which this thread acquires next is for this method.
	 */
	public void request() {
		requesting.set(this);
	}

	/**
	 * Declare that the lock was acquired, or not, so that the next one is for something
	 * else.
	 */
	public static void requested() {
		requesting.remove();
	}

	@Override
	public String toString() {
		return this.targetClass.getName() + "." + this.method.getName() + "()";
	}

}
