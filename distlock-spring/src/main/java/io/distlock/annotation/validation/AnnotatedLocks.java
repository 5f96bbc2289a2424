// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation.validation;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.DistributedLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Finds at little cost the classes that have no locks, as most have none. Checks each
 * class once.
 *
 * @since 0.1.0
 */
public final class AnnotatedLocks {

	private static final Logger logger = LoggerFactory.getLogger(AnnotatedLocks.class);

	private final Map<Class<?>, Boolean> locked = new ConcurrentHashMap<>(256);

	private final Map<Class<?>, Declared> declared = new ConcurrentHashMap<>(256);

	/**
	 * Return whether a class, a parent or an interface is annotated, or has an annotated
	 * method.
	 * @param type the class of a bean
	 * @return whether something in it is to be locked
	 */
	public boolean isLocked(Class<?> type) {
		return this.locked.computeIfAbsent(type,
				(key) -> ClassHierarchy.of(key)
					.stream()
					.map(this::declared)
					.anyMatch((found) -> found.annotated() || !found.methods().isEmpty()));
	}

	/**
	 * Return the annotated methods that a class declares itself.
	 * @param type the class
	 * @return the methods, right or wrong
	 */
	public List<Method> methods(Class<?> type) {
		return declared(type).methods();
	}

	private Declared declared(Class<?> type) {
		return this.declared.computeIfAbsent(type, (key) -> AnnotationUtils.isCandidateClass(key, DistributedLock.class)
				? new Declared(isAnnotated(key), annotatedMethods(key)) : Declared.NOTHING);
	}

	private static List<Method> annotatedMethods(Class<?> type) {
		try {
			return Arrays.stream(ReflectionUtils.getDeclaredMethods(type))
				.filter((method) -> method.getDeclaringClass() == type && !method.isBridge() && !method.isSynthetic()
						&& isAnnotated(method))
				.toList();
		}
		catch (IllegalStateException ex) {
			checkUnreadable(type, (ex.getCause() != null) ? ex.getCause() : ex);
			return List.of();
		}
	}

	private static boolean isAnnotated(AnnotatedElement element) {
		return MergedAnnotations.from(element).isPresent(DistributedLock.class);
	}

	/**
	 * The methods of a class cannot be listed if one of them refers to a missing class.
	 * The class file still shows whether any of them is annotated.
	 */
	private static void checkUnreadable(Class<?> type, Throwable failure) {
		if (hasAnnotatedMethodsInFile(type)) {
			throw new IllegalStateException(
					"%s has methods with @DistributedLock, but its methods cannot be read: %s. Add the class that is missing to the class path, or remove what mentions it"
						.formatted(type.getName(), failure),
					failure);
		}
		logger.debug("{} cannot be searched for locked methods", type, failure);
	}

	private static boolean hasAnnotatedMethodsInFile(Class<?> type) {
		try {
			return MetadataReaderFactory.create(type.getClassLoader())
				.getMetadataReader(type.getName())
				.getAnnotationMetadata()
				.hasAnnotatedMethods(DistributedLock.class.getName());
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * What a class declares itself: whether it is annotated, and its annotated methods.
	 */
	private record Declared(boolean annotated, List<Method> methods) {

		static final Declared NOTHING = new Declared(false, List.of());

	}

}
