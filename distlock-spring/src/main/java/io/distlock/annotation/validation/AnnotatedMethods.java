/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
