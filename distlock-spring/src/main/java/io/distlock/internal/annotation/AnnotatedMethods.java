// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.annotation;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LeaderOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Common support for annotated methods.
 *
 * @since 0.1.0
 */
public final class AnnotatedMethods {

	private AnnotatedMethods() {
	}

	/**
	 * Select the annotations that control whether a call may run: locks and roles.
	 * @param annotations the annotations of a method or a class
	 * @return each {@link DistributedLock} and {@link LeaderOnly}, with composed
	 * annotations
	 */
	public static Stream<MergedAnnotation<?>> locks(MergedAnnotations annotations) {
		return Stream.concat(annotations.stream(DistributedLock.class), annotations.stream(LeaderOnly.class));
	}

	/**
	 * Return the default name for a method. The name contains the class that declares the
	 * implementation, and therefore does not depend on proxies or on the position of the
	 * annotation. If the implementation is a proxy, the annotated method's class is used.
	 * @param annotated the annotated method
	 * @param method the implementation
	 * @return {@code <fully qualified class>.<method>}
	 */
	public static String defaultName(Method annotated, Method method) {
		Class<?> declaring = method.getDeclaringClass();
		boolean generated = Proxy.isProxyClass(declaring) || declaring.isHidden() || declaring.isSynthetic();
		return (generated ? annotated.getDeclaringClass() : declaring).getName() + "." + method.getName();
	}

	/**
	 * Return the modifier that prevents a proxy from overriding a method.
	 * @param method the method
	 * @return {@code private}, {@code static} or {@code final}; {@code null} without such
	 * a modifier
	 */
	public static @Nullable String obstacle(Method method) {
		List<String> modifiers = List.of(Modifier.toString(method.getModifiers()).split(" "));
		return Stream.of("private", "static", "final").filter(modifiers::contains).findFirst().orElse(null);
	}

	/**
	 * Run a validation ahead of time. Failures for values with unresolved placeholders
	 * are ignored, since only the runtime environment has their properties.
	 * @param check reads the annotation
	 * @throws InvalidLockAnnotationException if the annotation is invalid
	 */
	public static void checkAheadOfTime(Runnable check) {
		try {
			check.run();
		}
		catch (InvalidLockAnnotationException ex) {
			if (!ex.getValue().contains("${")) {
				throw ex;
			}
		}
	}

	/**
	 * Reject an annotation on a bean factory method: the bean does its work in later
	 * calls of its own methods, to which the annotation does not apply.
	 * @param annotation the annotation of the method
	 * @param method the method
	 * @throws InvalidLockAnnotationException for a bean factory method
	 */
	public static void refuseBeanMethod(Class<? extends Annotation> annotation, Method method) {
		if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
			throw new InvalidLockAnnotationException(annotation, method,
					"it makes a bean (@Bean), and what the bean does later is not part of the call",
					"Annotate the method that does the work: one of the class or the interface of the bean. For a lambda, make it a class, or call such a method in it, of another bean.");
		}
	}

}
