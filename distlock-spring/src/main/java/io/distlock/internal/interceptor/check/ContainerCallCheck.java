// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.context.ApplicationListener;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.CollectionUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Rejects methods that the container would call without their locks.
 */
final class ContainerCallCheck {

	/**
	 * Annotations of post-processors without the suffix {@code Listener}.
	 */
	private static final Set<String> CALLED = Set.of("Scheduled", "Schedules", "KafkaHandler", "RabbitHandler",
			"ServiceActivator", "InboundChannelAdapter", "Transformer", "Splitter", "Router", "Filter", "Aggregator");

	/**
	 * Annotations of methods that are called on the exposed bean.
	 */
	private static final Pattern CALLED_ON_THE_BEAN = Pattern
		.compile("ClusterScheduled|.*(EventListener|Handler|Mapping|Exchange|Operation)");

	private ContainerCallCheck() {
	}

	/**
	 * Reject locked init and destroy methods of a bean definition.
	 */
	static void checkLifeCycle(Object bean, String beanName, Set<Method> methods,
			ConfigurableListableBeanFactory beanFactory) {
		Set<String> names = lifeCycle(beanName, bean.getClass(), beanFactory);
		for (Method method : methods) {
			boolean closes = method.getName().equals("close") && bean instanceof AutoCloseable;
			if (method.getParameterCount() == 0 && (closes || names.contains(method.getName()))) {
				throw LockedMethodValidator.calledByTheContainer(method,
						"as %s() of the bean definition".formatted(method.getName()));
			}
		}
	}

	private static Set<String> lifeCycle(String beanName, Class<?> type, ConfigurableListableBeanFactory beanFactory) {
		Set<String> names = new LinkedHashSet<>();
		if (beanFactory.containsBeanDefinition(beanName) && !beanFactory.isFactoryBean(beanName)
				&& beanFactory.getMergedBeanDefinition(beanName) instanceof AbstractBeanDefinition definition) {
			CollectionUtils.mergeArrayIntoCollection(definition.getInitMethodNames(), names);
			if (!definition.isPrototype()) {
				CollectionUtils.mergeArrayIntoCollection(definition.getDestroyMethodNames(), names);
			}
		}
		// Same rule as the container for a definition with an inferred destroy method.
		if (names.remove(AbstractBeanDefinition.INFER_METHOD) && !DisposableBean.class.isAssignableFrom(type)) {
			names.add(ClassUtils.hasMethod(type, "close") ? "close" : "shutdown");
		}
		return names;
	}

	/**
	 * Reject a locked timer or listener of a bean with circular references. The
	 * registering post-processor receives the bean itself, whereas other beans have
	 * already received the proxy.
	 */
	static void checkCircle(Object bean, String beanName, Method method) {
		boolean called = (bean instanceof ApplicationListener && method.getName().equals("onApplicationEvent"))
				|| MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
					.stream()
					.anyMatch((annotation) -> isOfPostProcessor(annotation.getType().getSimpleName()));
		if (called) {
			throw LockedMethodValidator.invalid(method,
					"bean '%s' is part of a circle of references, so what calls the method calls the bean itself, where no proxy is"
						.formatted(beanName),
					"Break the circle, for example by @Lazy where the bean is injected, or move the method to a bean of its own.");
		}
	}

	/**
	 * Reject an annotated class with a non-public method that the container calls, since
	 * the class annotation does not apply to that method.
	 */
	static void checkNotLeftOut(Class<?> type, DistributedLockOperationSource source) {
		for (Method method : ReflectionUtils.getUniqueDeclaredMethods(ClassUtils.getUserClass(type))) {
			if (!Modifier.isPublic(method.getModifiers()) && !source.isLocked(method, type)
					&& isCalledByTheContainer(method)) {
				throw LockedMethodValidator.invalid(method,
						"it is not public, and the annotation of its class means public methods, so the container would call it without the lock",
						"Make it public, or put the annotation on it.");
			}
		}
	}

	private static boolean isCalledByTheContainer(Method method) {
		return MergedAnnotations.from(method)
			.stream()
			.map((annotation) -> annotation.getType().getSimpleName())
			.anyMatch((name) -> isOfPostProcessor(name) || CALLED_ON_THE_BEAN.matcher(name).matches());
	}

	/**
	 * Return whether a post-processor handles an annotation. Application event listeners
	 * are excluded, since their bean is requested for each event.
	 */
	private static boolean isOfPostProcessor(String annotation) {
		return CALLED.contains(annotation)
				|| (annotation.endsWith("Listener") && !annotation.endsWith("EventListener"));
	}

}
