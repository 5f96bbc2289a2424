// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.validation.ClassHierarchy;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;

/**
 * Finds at little cost the classes that have no jobs: those where neither the class nor a
 * parent or an interface declares an annotated method. Checks each once.
 */
final class JobClasses {

	private final Map<Class<?>, Boolean> declaring = new ConcurrentHashMap<>(256);

	boolean mayHaveJobs(Class<?> type) {
		for (Class<?> each : ClassHierarchy.of(type)) {
			if (declaresJob(each)) {
				return true;
			}
		}
		return false;
	}

	private boolean declaresJob(Class<?> type) {
		Boolean known = this.declaring.get(type);
		if (known == null) {
			known = AnnotationUtils.isCandidateClass(type, ClusterScheduled.class) && hasAnnotatedMethod(type);
			this.declaring.put(type, known);
		}
		return known;
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
