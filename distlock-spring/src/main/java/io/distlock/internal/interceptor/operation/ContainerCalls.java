// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Methods that the container calls directly on a bean, before the proxy exists or without
 * using the proxy.
 *
 * @since 0.1.0
 */
public final class ContainerCalls {

	private static final Set<String> LIFE_CYCLE = Set.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy", "javax.annotation.PostConstruct", "javax.annotation.PreDestroy");

	private static final Set<String> INJECTION = Set.of("org.springframework.beans.factory.annotation.Autowired",
			"org.springframework.beans.factory.annotation.Value", "jakarta.inject.Inject", "javax.inject.Inject",
			"jakarta.annotation.Resource", "javax.annotation.Resource");

	private static final Map<Class<?>, String> CALLBACKS = Map.of(InitializingBean.class, "afterPropertiesSet",
			DisposableBean.class, "destroy");

	private ContainerCalls() {
	}

	/**
	 * Return the annotation or interface that makes a method a lifecycle callback.
	 * @param method the method
	 * @param type the class of the bean
	 * @return the annotation or interface, or {@code null} for other methods
	 */
	public static @Nullable String lifeCycle(Method method, Class<?> type) {
		String annotation = annotation(method, LIFE_CYCLE);
		return (annotation != null) ? annotation
				: CALLBACKS.entrySet()
					.stream()
					.filter((callback) -> callback.getKey().isAssignableFrom(type) && method.getParameterCount() == 0
							&& method.getName().equals(callback.getValue()))
					.map((callback) -> callback.getKey().getSimpleName())
					.findFirst()
					.orElse(null);
	}

	/**
	 * Return the annotation or interface that makes a method an injection point.
	 * @param method the method
	 * @param type the class of the bean
	 * @return the annotation or interface, or {@code null} for other methods
	 */
	public static @Nullable String wiring(Method method, Class<?> type) {
		String annotation = annotation(method, INJECTION);
		return (annotation != null) ? annotation
				: ClassUtils.getAllInterfacesForClassAsSet(type)
					.stream()
					.filter((implemented) -> Aware.class.isAssignableFrom(implemented)
							&& ClassUtils.hasMethod(implemented, method.getName(), method.getParameterTypes()))
					.map(Class::getSimpleName)
					.findFirst()
					.orElse(null);
	}

	private static @Nullable String annotation(Method method, Set<String> names) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return names.stream()
			.filter(annotations::isPresent)
			.map((name) -> "@" + ClassUtils.getShortName(name))
			.findFirst()
			.orElse(null);
	}

}
