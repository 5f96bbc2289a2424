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
 * What all annotations have in common for their methods.
 *
 * @since 0.1.0
 */
public final class AnnotatedMethods {

	private AnnotatedMethods() {
	}

	/**
	 * Select the annotations that decide whether a call may run: those of locks, and
	 * those of roles.
	 * @param annotations the annotations of a method or a class
	 * @return each {@link DistributedLock} and {@link LeaderOnly}, with what it is part
	 * of
	 */
	public static Stream<MergedAnnotation<?>> locks(MergedAnnotations annotations) {
		return Stream.concat(annotations.stream(DistributedLock.class), annotations.stream(LeaderOnly.class));
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

	/**
	 * Return the modifier that keeps a proxy from overriding a method, or {@code null}.
	 * @param method the method
	 * @return {@code private}, {@code static} or {@code final}
	 */
	public static @Nullable String obstacle(Method method) {
		List<String> modifiers = List.of(Modifier.toString(method.getModifiers()).split(" "));
		return Stream.of("private", "static", "final").filter(modifiers::contains).findFirst().orElse(null);
	}

	/**
	 * Do what refuses an annotation ahead of time, unless what is wrong is a value that
	 * only the environment of the run has.
	 * @param check what reads the annotation
	 * @throws InvalidLockAnnotationException if it is wrong
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
	 * Refuse a method that makes a bean: what it returns does its work later, when its
	 * own methods are called, and an annotation here says nothing of those.
	 * @param annotation the annotation that stands on it
	 * @param method the method
	 * @throws InvalidLockAnnotationException if it makes a bean
	 */
	public static void refuseBeanMethod(Class<? extends Annotation> annotation, Method method) {
		if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
			throw new InvalidLockAnnotationException(annotation, method,
					"it makes a bean (@Bean), and what the bean does later is not part of the call",
					"Annotate the method that does the work: one of the class or the interface of the bean. For a lambda, make it a class, or call such a method in it, of another bean.");
		}
	}

}
