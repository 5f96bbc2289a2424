// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.ClusterScheduled;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;

/**
 * Finds at little cost the classes that have no jobs: those where neither the class nor a
 * parent or an interface declares an annotated method. Checks each once.
 */
final class JobClasses {

	private final Map<Class<?>, Boolean> declaring = new ConcurrentHashMap<>(256);

	/**
	 * Return whether a class, a parent or an interface declares a job. Parents are
	 * shared, and so is what is known of them.
	 */
	boolean mayHaveJobs(Class<?> type) {
		Boolean known = this.declaring.get(type);
		if (known == null) {
			known = (AnnotationUtils.isCandidateClass(type, ClusterScheduled.class) && hasAnnotatedMethod(type))
					|| mayInheritJobs(type);
			this.declaring.put(type, known);
		}
		return known;
	}

	private boolean mayInheritJobs(Class<?> type) {
		Class<?> parent = type.getSuperclass();
		if (parent != null && mayHaveJobs(parent)) {
			return true;
		}
		for (Class<?> implemented : type.getInterfaces()) {
			if (mayHaveJobs(implemented)) {
				return true;
			}
		}
		return false;
	}

	// A class whose methods cannot be listed is left to those who say what is wrong.
	private static boolean hasAnnotatedMethod(Class<?> type) {
		Method[] methods;
		try {
			methods = ReflectionUtils.getDeclaredMethods(type);
		}
		catch (IllegalStateException ex) {
			return true;
		}
		for (Method method : methods) {
			if (method.getAnnotations().length > 0
					&& MergedAnnotations.from(method).isPresent(ClusterScheduled.class)) {
				return true;
			}
		}
		return false;
	}

}
