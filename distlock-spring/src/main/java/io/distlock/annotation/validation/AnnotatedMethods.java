// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation.validation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Names of annotated methods.
 *
 * @since 0.1.0
 */
public final class AnnotatedMethods {

	private AnnotatedMethods() {
	}

	/**
	 * Name what belongs to a method. The class is the one that declares the
	 * implementation, so the name depends neither on proxies nor on where the annotation
	 * stands; where a proxy is the implementation, it is the annotated method's class.
	 * @param annotated the method that has the annotation
	 * @param method the implementation of it
	 * @return {@code <fully qualified class>.<method>}
	 */
	public static String defaultName(Method annotated, Method method) {
		Class<?> declaring = method.getDeclaringClass();
		boolean generated = Proxy.isProxyClass(declaring) || declaring.isHidden() || declaring.isSynthetic();
		return (generated ? annotated.getDeclaringClass() : declaring).getName() + "." + method.getName();
	}

}
