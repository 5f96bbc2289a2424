// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation.validation;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.DistributedLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.type.AnnotationMetadata;
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
	 * Create an instance that has checked no class.
	 */
	public AnnotatedLocks() {
	}

	/**
	 * Return whether a class, a parent or an interface is annotated, or has an annotated
	 * method.
	 * @param type the class of a bean
	 * @return whether something in it is to be locked
	 */
	public boolean isLocked(Class<?> type) {
		Boolean known = this.locked.get(type);
		if (known == null) {
			known = inherits(type);
			this.locked.put(type, known);
		}
		return known;
	}

	private boolean inherits(Class<?> type) {
		for (Class<?> each : ClassHierarchy.of(type)) {
			Declared found = declared(each);
			if (found.annotated() || !found.methods().isEmpty()) {
				return true;
			}
		}
		return false;
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
		Declared known = this.declared.get(type);
		if (known == null) {
			known = AnnotationUtils.isCandidateClass(type, DistributedLock.class)
					? new Declared(isAnnotated(type), annotatedMethods(type)) : Declared.NOTHING;
			this.declared.put(type, known);
		}
		return known;
	}

	private static boolean isAnnotated(Class<?> type) {
		return MergedAnnotations.from(type).isPresent(DistributedLock.class);
	}

	private static List<Method> annotatedMethods(Class<?> type) {
		Method[] candidates;
		try {
			candidates = ReflectionUtils.getDeclaredMethods(type);
		}
		catch (IllegalStateException ex) {
			checkUnreadable(type, (ex.getCause() != null) ? ex.getCause() : ex);
			return List.of();
		}
		List<Method> methods = List.of();
		for (Method method : candidates) {
			if (method.getDeclaringClass() == type && !method.isBridge() && !method.isSynthetic()
					&& isAnnotated(method)) {
				methods = methods.isEmpty() ? new ArrayList<>(1) : methods;
				methods.add(method);
			}
		}
		return methods;
	}

	private static boolean isAnnotated(Method method) {
		return method.getAnnotations().length > 0 && MergedAnnotations.from(method).isPresent(DistributedLock.class);
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
			AnnotationMetadata metadata = MetadataReaderFactory.create(type.getClassLoader())
				.getMetadataReader(type.getName())
				.getAnnotationMetadata();
			return metadata.getDeclaredMethods()
				.stream()
				.anyMatch((method) -> method.getAnnotations().isPresent(DistributedLock.class));
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Annotations that a class declares itself.
	 *
	 * @param annotated whether the class is annotated
	 * @param methods the annotated methods
	 */
	private record Declared(boolean annotated, List<Method> methods) {

		static final Declared NOTHING = new Declared(false, List.of());

	}

}
