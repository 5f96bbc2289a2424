// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.lang.reflect.Method;

/**
 * The annotated method that a lock is acquired for.
 *
 * @param method the method
 * @param targetClass the class of the bean
 * @since 0.1.0
 */
public record LockedMethod(Method method, Class<?> targetClass) {

	@Override
	public String toString() {
		return this.targetClass.getName() + "." + this.method.getName() + "()";
	}

}
