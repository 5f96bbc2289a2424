// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.Function;

import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds jobs on beans that Spring does not create when it starts, and that would never
 * run without a word: lazy ones and what factories make are created, and all others are
 * refused. A bean that is lazy and of which only an interface is known is not found.
 */
final class LazyJobBeans {

	private static final Logger logger = LoggerFactory.getLogger(LazyJobBeans.class);

	private final ConfigurableListableBeanFactory beanFactory;

	/**
	 * The type of the bean that finds jobs in its context.
	 */
	private final Class<?> finder;

	private final Function<Class<?>, Set<Method>> jobs;

	LazyJobBeans(ConfigurableListableBeanFactory beanFactory, Class<?> finder, Function<Class<?>, Set<Method>> jobs) {
		this.beanFactory = beanFactory;
		this.finder = finder;
		this.jobs = jobs;
	}

	void create() {
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			if (!this.beanFactory.getBeanDefinition(name).isAbstract()) {
				create(name);
			}
		}
		checkParents(this.beanFactory.getParentBeanFactory());
	}

	private void create(String name) {
		boolean factory = this.beanFactory.isFactoryBean(name);
		if (!this.beanFactory.containsSingleton(name)) {
			createIfJob(factory ? BeanFactory.FACTORY_BEAN_PREFIX + name : name);
		}
		if (factory) {
			createIfJob(name);
		}
	}

	private void createIfJob(String name) {
		Set<Method> methods = methods(this.beanFactory, name);
		if (methods.isEmpty()) {
			return;
		}
		if (!this.beanFactory.isSingleton(name)) {
			throw scoped(methods.iterator().next(), name);
		}
		this.beanFactory.getBean(name);
	}

	/**
	 * A class that cannot be read is reported when its bean is created.
	 */
	private Set<Method> methods(ConfigurableListableBeanFactory factory, String name) {
		Class<?> type = factory.getType(name, false);
		try {
			return (type != null) ? this.jobs.apply(type) : Set.of();
		}
		catch (IllegalStateException ex) {
			logger.debug("{} cannot be searched for jobs", type, ex);
			return Set.of();
		}
	}

	static InvalidLockAnnotationException scoped(Method method, String name) {
		return JobMethodValidator.invalid(method, "bean '%s' is not a singleton".formatted(name),
				"Move the method to a singleton bean.");
	}

	/**
	 * A context checks its own beans, unless nothing in it knows of jobs.
	 */
	private void checkParents(@Nullable BeanFactory parent) {
		if (!(parent instanceof ConfigurableListableBeanFactory factory) || hasJobs(factory)) {
			return;
		}
		for (String name : factory.getBeanDefinitionNames()) {
			for (Method method : methods(factory, name)) {
				throw JobMethodValidator.invalid(method,
						"bean '%s' is in a parent context, which has no jobs".formatted(name),
						"Move the bean to the context that has jobs, or configure them in the parent, too.");
			}
		}
		checkParents(factory.getParentBeanFactory());
	}

	private boolean hasJobs(ConfigurableListableBeanFactory factory) {
		return has(factory, SpringSchedulingAdapter.class) || has(factory, this.finder);
	}

	private static boolean has(ConfigurableListableBeanFactory factory, Class<?> type) {
		return factory.getBeanNamesForType(type, true, false).length > 0;
	}

}
