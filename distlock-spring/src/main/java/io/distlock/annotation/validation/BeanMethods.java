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

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;

import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Methods that make a bean. What they return does its work later, when its own methods
 * are called, and an annotation here says nothing of those.
 *
 * @since 0.1.0
 */
public final class BeanMethods {

	private BeanMethods() {
	}

	/**
	 * Refuse a method that makes a bean.
	 * @param annotation the annotation that stands on it
	 * @param method the method
	 * @throws InvalidLockAnnotationException if it makes a bean
	 */
	public static void refuse(Class<? extends Annotation> annotation, Method method) {
		if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
			throw new InvalidLockAnnotationException(annotation, method,
					"it makes a bean (@Bean), and what the bean does later is not part of the call",
					"Annotate the method that does the work: one of the class or the interface of the bean. For a lambda, make it a class, or call such a method in it, of another bean.");
		}
	}

}
