// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.annotation;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Finds classes that declare any of the given annotations. Classes without such
 * annotations, the majority, are detected cheaply, and each class is inspected once.
 *
 * @since 0.1.0
 */
public final class AnnotatedClasses {

	private static final Logger logger = LoggerFactory.getLogger(AnnotatedClasses.class);

	private static final Declared NOTHING = new Declared(false, List.of());

	private final Map<Class<?>, Declared> known = new ConcurrentHashMap<>(256);

	private final Map<Class<?>, Boolean> any = new ConcurrentHashMap<>(256);

	private final List<Class<? extends Annotation>> annotations;

	@SafeVarargs
	public AnnotatedClasses(Class<? extends Annotation>... annotations) {
		this.annotations = List.of(annotations);
	}

	/**
	 * Return a class, its superclasses except {@code Object}, and all interfaces, nearest
	 * first.
	 * @param type the class
	 * @return all classes whose annotations apply to the class
	 */
	public static Set<Class<?>> hierarchy(Class<?> type) {
		Set<Class<?>> classes = new LinkedHashSet<>();
		for (Class<?> current = type; current != null && current != Object.class; current = current.getSuperclass()) {
			classes.add(current);
		}
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			addInterfaces(current, classes);
		}
		return classes;
	}

	/**
	 * Return the elements of a bean that is an array, or a JDK collection or map,
	 * including elements nested one level deeper. Such elements are not beans and get no
	 * proxy.
	 * @param bean any bean
	 * @return the elements
	 */
	public static List<Object> held(Object bean) {
		List<Object> held = new ArrayList<>();
		for (Object each : elements(bean)) {
			if (each != null) {
				held.add(each);
				Arrays.stream(elements(each)).filter(Objects::nonNull).forEach(held::add);
			}
		}
		return held;
	}

	private static @Nullable Object[] elements(Object bean) {
		if (bean instanceof @Nullable Object[] array) {
			return array;
		}
		// Collections of other libraries may access a store.
		boolean ofJava = bean.getClass().getName().startsWith("java.");
		Object held = (ofJava && bean instanceof Map<?, ?> map) ? map.values() : bean;
		return (ofJava && held instanceof Collection<?> collection) ? collection.toArray() : new Object[0];
	}

	/**
	 * Return the class of a bean according to its definition, and the product's class for
	 * a factory bean.
	 * @param bean the bean, which is not instantiated
	 * @return the classes
	 */
	public static Set<Class<?>> of(RegisteredBean bean) {
		Set<Class<?>> types = new LinkedHashSet<>(Set.of(bean.getBeanClass()));
		if (FactoryBean.class.isAssignableFrom(bean.getBeanClass()) && !bean.isInnerBean()) {
			Class<?> made = bean.getBeanFactory().getType(bean.getBeanName(), false);
			if (made != null) {
				types.add(made);
			}
		}
		return types;
	}

	private static void addInterfaces(Class<?> type, Set<Class<?>> classes) {
		for (Class<?> implemented : type.getInterfaces()) {
			if (classes.add(implemented)) {
				addInterfaces(implemented, classes);
			}
		}
	}

	/**
	 * Return whether a class, a superclass or an interface declares one of the
	 * annotations.
	 * @param type the class
	 * @return {@code true} if any of these classes is annotated
	 */
	public boolean isAny(Class<?> type) {
		return this.any.computeIfAbsent(type,
				(each) -> hierarchy(each).stream().anyMatch((declaring) -> of(declaring) != NOTHING));
	}

	/**
	 * Return the annotations that a class itself declares.
	 * @param type the class
	 * @return the annotated parts of the class
	 */
	public Declared of(Class<?> type) {
		return this.known.computeIfAbsent(type, this::read);
	}

	private Declared read(Class<?> type) {
		if (!AnnotationUtils.isCandidateClass(type, this.annotations)) {
			return NOTHING;
		}
		boolean annotated = isAnnotated(type, type.getDeclaredAnnotations());
		List<Method> methods = methods(type);
		return (annotated || !methods.isEmpty()) ? new Declared(annotated, methods) : NOTHING;
	}

	private List<Method> methods(Class<?> type) {
		try {
			return Arrays.stream(ReflectionUtils.getDeclaredMethods(type))
				.filter((method) -> method.getDeclaringClass() == type && !method.isBridge() && !method.isSynthetic()
						&& isAnnotated(method, method.getDeclaredAnnotations()))
				.toList();
		}
		catch (IllegalStateException ex) {
			checkUnreadable(type, (ex.getCause() != null) ? ex.getCause() : ex);
			return List.of();
		}
	}

	private boolean isAnnotated(AnnotatedElement element, Annotation[] annotations) {
		if (annotations.length == 0) {
			return false;
		}
		MergedAnnotations merged = MergedAnnotations.from(element);
		return this.annotations.stream().anyMatch(merged::isPresent);
	}

	/**
	 * Check the class file, because methods cannot be listed if a signature refers to a
	 * missing class. The class file still shows whether a method is annotated.
	 */
	private void checkUnreadable(Class<?> type, Throwable failure) {
		for (Class<? extends Annotation> annotation : this.annotations) {
			if (hasAnnotatedMethodsInFile(type, annotation)) {
				throw new IllegalStateException(
						"%s has methods with @%s, but its methods cannot be read: %s. Add the class that is missing to the class path, or remove what mentions it"
							.formatted(type.getName(), annotation.getSimpleName(), failure),
						failure);
			}
		}
		logger.debug("{} cannot be searched for methods with {}", type, this.annotations, failure);
	}

	private static boolean hasAnnotatedMethodsInFile(Class<?> type, Class<? extends Annotation> annotation) {
		try {
			return MetadataReaderFactory.create(type.getClassLoader())
				.getMetadataReader(type.getName())
				.getAnnotationMetadata()
				.hasAnnotatedMethods(annotation.getName());
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Annotated parts of a class.
	 *
	 * @param annotated whether the class is annotated
	 * @param methods the annotated methods
	 */
	public record Declared(boolean annotated, List<Method> methods) {

	}

}
