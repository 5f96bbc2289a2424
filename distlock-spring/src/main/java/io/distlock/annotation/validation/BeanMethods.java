// SPDX-License-Identifier: Apache-2.0

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
