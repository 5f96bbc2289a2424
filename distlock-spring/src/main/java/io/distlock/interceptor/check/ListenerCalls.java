// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.util.Set;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;

import org.springframework.context.ApplicationListener;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Methods that bean post-processors call, as timers and listeners of messages. They call
 * the object that is passed to them, which is the bean itself where others have got its
 * proxy early, in a circle of references.
 */
final class ListenerCalls {

	private static final Set<String> SCHEDULED = Set.of("Scheduled", "Schedules");

	private ListenerCalls() {
	}

	/**
	 * Check a bean whose proxy was given to others early.
	 * @param bean the bean itself
	 * @param beanName its name
	 * @param method a locked method of it
	 * @throws InvalidLockAnnotationException if a post-processor calls the method
	 */
	static void check(Object bean, String beanName, Method method) {
		boolean called = (bean instanceof ApplicationListener && method.getName().equals("onApplicationEvent"))
				|| MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
					.stream()
					.anyMatch((annotation) -> isOfPostProcessor(annotation.getType().getSimpleName()));
		if (called) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"bean '%s' is part of a circle of references, so what calls the method calls the bean itself, where no proxy is"
						.formatted(beanName),
					"Break the circle, for example by @Lazy where the bean is injected, or move the method to a bean of its own.");
		}
	}

	/**
	 * Listeners of application events are not among them: their bean is asked for when an
	 * event comes.
	 */
	private static boolean isOfPostProcessor(String annotation) {
		return SCHEDULED.contains(annotation)
				|| (annotation.endsWith("Listener") && !annotation.endsWith("EventListener"));
	}

}
