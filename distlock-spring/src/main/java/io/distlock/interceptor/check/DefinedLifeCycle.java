// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.util.ClassUtils;

/**
 * The methods that the definition of a bean has the container call when the bean is made
 * and when it is destroyed.
 *
 * @param names their names
 */
record DefinedLifeCycle(Set<String> names) {

	/**
	 * Read the definition of a bean.
	 * @param beanName the name of the bean, which may have no definition
	 * @param type the class of the bean
	 * @param beanFactory knows the definition
	 */
	static DefinedLifeCycle of(String beanName, Class<?> type, ConfigurableListableBeanFactory beanFactory) {
		Set<String> names = new LinkedHashSet<>();
		if (beanFactory.containsBeanDefinition(beanName) && !beanFactory.isFactoryBean(beanName)) {
			BeanDefinition definition = beanFactory.getMergedBeanDefinition(beanName);
			if (definition instanceof AbstractBeanDefinition known) {
				add(known.getInitMethodNames(), names);
				if (!known.isPrototype()) {
					add(known.getDestroyMethodNames(), names);
				}
				infer(type, names);
			}
		}
		return new DefinedLifeCycle(names);
	}

	private static void add(String @Nullable [] methods, Set<String> names) {
		Arrays.stream((methods != null) ? methods : new String[0])
			.filter((name) -> name != null && !name.isEmpty())
			.forEach(names::add);
	}

	/**
	 * Find out, as the container does, which method ends a bean whose definition names
	 * none.
	 */
	private static void infer(Class<?> type, Set<String> names) {
		if (names.remove(AbstractBeanDefinition.INFER_METHOD) && !DisposableBean.class.isAssignableFrom(type)) {
			names.add(ClassUtils.hasMethod(type, "close") ? "close" : "shutdown");
		}
	}

	/**
	 * Check that the container does not call a locked method.
	 * @param method the method
	 * @param type the class of the bean
	 */
	void check(Method method, Class<?> type) {
		boolean closes = method.getName().equals("close") && AutoCloseable.class.isAssignableFrom(type);
		if (method.getParameterCount() == 0 && (this.names.contains(method.getName()) || closes)) {
			throw LockedMethodValidator.calledByTheContainer(method,
					"as %s() of the bean definition".formatted(method.getName()));
		}
	}

}
