// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.context.ApplicationListener;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Refuses locked methods that are called on a certain bean itself, past its proxy, which
 * the code of its class does not show.
 */
final class DirectCalls {

	private static final Set<String> SCHEDULED = Set.of("Scheduled", "Schedules");

	private final ConfigurableListableBeanFactory beanFactory;

	DirectCalls(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Check that the container calls no locked method when it makes a bean or destroys
	 * it.
	 */
	void checkLifeCycle(Object bean, String beanName, Set<Method> methods) {
		Set<String> names = lifeCycle(beanName, bean.getClass());
		for (Method method : methods) {
			boolean closes = method.getName().equals("close") && bean instanceof AutoCloseable;
			if (method.getParameterCount() == 0 && (closes || names.contains(method.getName()))) {
				throw LockedMethodValidator.calledByTheContainer(method,
						"as %s() of the bean definition".formatted(method.getName()));
			}
		}
	}

	private Set<String> lifeCycle(String beanName, Class<?> type) {
		Set<String> names = new LinkedHashSet<>();
		if (this.beanFactory.containsBeanDefinition(beanName) && !this.beanFactory.isFactoryBean(beanName)
				&& this.beanFactory.getMergedBeanDefinition(beanName) instanceof AbstractBeanDefinition definition) {
			add(definition.getInitMethodNames(), names);
			if (!definition.isPrototype()) {
				add(definition.getDestroyMethodNames(), names);
			}
		}
		// as the container does for a bean whose definition names none
		if (names.remove(AbstractBeanDefinition.INFER_METHOD) && !DisposableBean.class.isAssignableFrom(type)) {
			names.add(ClassUtils.hasMethod(type, "close") ? "close" : "shutdown");
		}
		return names;
	}

	private static void add(String @Nullable [] methods, Set<String> names) {
		if (methods != null) {
			names.addAll(Arrays.asList(methods));
		}
	}

	/**
	 * Check that no post-processor makes a timer or a listener of a method: it calls the
	 * object that is passed to it, which is the bean itself where others have got its
	 * proxy early, in a circle of references.
	 */
	void checkListener(Object bean, String beanName, Method method) {
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
