// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.operation;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.ClassHierarchy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.Advised;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Locks that one class of beans declares: which methods the class, its parents and all of
 * its interfaces annotate, and whether the class is annotated as a whole. The class may
 * be that of a proxy that has nothing but interfaces.
 *
 * @since 0.1.0
 */
public final class LockedType {

	private final Class<?> type;

	private final Map<MethodSignature, List<Method>> annotated;

	private final boolean annotatedAsAWhole;

	/**
	 * Inspect a class.
	 * @param type the class
	 * @param declarations what each class declares itself
	 */
	LockedType(Class<?> type, Declarations declarations) {
		this.type = type;
		Map<MethodSignature, List<Method>> methods = Map.of();
		boolean asAWhole = false;
		for (Class<?> each : declarations.isAny(type) ? ClassHierarchy.of(type) : Set.<Class<?>>of()) {
			Declared declared = declarations.of(each);
			asAWhole |= declared.annotated();
			for (Method method : declared.methods()) {
				methods = methods.isEmpty() ? new LinkedHashMap<>() : methods;
				methods.computeIfAbsent(MethodSignature.of(method, type), (signature) -> new ArrayList<>(1))
					.add(method);
			}
		}
		this.annotated = methods;
		this.annotatedAsAWhole = asAWhole;
	}

	/**
	 * Return whether something in the class is to be locked, right or wrong.
	 */
	boolean isLocked() {
		return this.annotatedAsAWhole || !this.annotated.isEmpty();
	}

	/**
	 * Return the annotated methods that a call is one of, the nearest first; none for a
	 * method that is not locked.
	 * @param called the method that is called, of the class, a parent or an interface
	 */
	List<Method> annotated(Method called) {
		return this.annotated.getOrDefault(MethodSignature.of(called, this.type), List.of());
	}

	/**
	 * Return whether a method is to be locked.
	 * @param called the method that is called, of the class, a parent or an interface
	 */
	boolean isLocked(Method called) {
		return !annotated(called).isEmpty() || isLockedAsAWhole(called);
	}

	/**
	 * Return whether a method is locked because the class is annotated: a public one that
	 * is not annotated itself, but for those by which the container gives the bean what
	 * it needs.
	 * @param called the method that is called, of the class, a parent or an interface
	 */
	boolean isLockedAsAWhole(Method called) {
		return this.annotatedAsAWhole && isPublicOfInstance(called) && !isOfProxies(called.getDeclaringClass())
				&& annotated(called).isEmpty() && ContainerCalls.wiring(called, this.type) == null;
	}

	private static boolean isPublicOfInstance(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& !ReflectionUtils.isObjectMethod(method);
	}

	private static boolean isOfProxies(Class<?> declaring) {
		return declaring.isAssignableFrom(Advised.class) || declaring == DecoratingProxy.class;
	}

	/**
	 * Return all methods that are to be locked, right or wrong.
	 * @return all methods that are to be locked, right or wrong
	 */
	public Set<Method> methods() {
		Set<Method> methods = new LinkedHashSet<>();
		this.annotated.values().forEach(methods::addAll);
		if (this.annotatedAsAWhole) {
			visible().filter((method) -> !method.isBridge() && isLockedAsAWhole(method)).forEach(methods::add);
		}
		return methods;
	}

	private Stream<Method> visible() {
		Class<?> userClass = ClassUtils.getUserClass(this.type);
		return Proxy.isProxyClass(userClass)
				? Arrays.stream(userClass.getInterfaces()).flatMap((each) -> Arrays.stream(each.getMethods()))
				: Arrays.stream(userClass.getMethods());
	}

	/**
	 * What classes declare themselves. Finds at little cost those that have no locks, as
	 * most have none, and checks each class once.
	 */
	static final class Declarations {

		private static final Logger logger = LoggerFactory.getLogger(LockedType.class);

		private final Map<Class<?>, Declared> known = new ConcurrentHashMap<>(256);

		private final Map<Class<?>, Boolean> any = new ConcurrentHashMap<>(256);

		/**
		 * Return whether a class, a parent or an interface declares something. Parents
		 * are shared, and so is what is known of them.
		 */
		boolean isAny(Class<?> type) {
			Boolean known = this.any.get(type);
			if (known == null) {
				known = of(type) != Declared.NOTHING || isAnyInherited(type);
				this.any.put(type, known);
			}
			return known;
		}

		private boolean isAnyInherited(Class<?> type) {
			Class<?> parent = type.getSuperclass();
			boolean any = parent != null && isAny(parent);
			for (Class<?> implemented : type.getInterfaces()) {
				any |= isAny(implemented);
			}
			return any;
		}

		Declared of(Class<?> type) {
			Declared declared = this.known.get(type);
			if (declared == null) {
				declared = AnnotationUtils.isCandidateClass(type, DistributedLock.class) ? read(type)
						: Declared.NOTHING;
				this.known.put(type, declared);
			}
			return declared;
		}

		private static Declared read(Class<?> type) {
			boolean annotated = isAnnotated(type, type.getDeclaredAnnotations());
			List<Method> methods = annotatedMethods(type);
			return (annotated || !methods.isEmpty()) ? new Declared(annotated, methods) : Declared.NOTHING;
		}

		private static List<Method> annotatedMethods(Class<?> type) {
			try {
				List<Method> methods = List.of();
				for (Method method : ReflectionUtils.getDeclaredMethods(type)) {
					if (method.getDeclaringClass() == type && !method.isBridge() && !method.isSynthetic()
							&& isAnnotated(method, method.getDeclaredAnnotations())) {
						methods = methods.isEmpty() ? new ArrayList<>() : methods;
						methods.add(method);
					}
				}
				return methods;
			}
			catch (IllegalStateException ex) {
				checkUnreadable(type, (ex.getCause() != null) ? ex.getCause() : ex);
				return List.of();
			}
		}

		private static boolean isAnnotated(AnnotatedElement element, Annotation[] annotations) {
			return annotations.length > 0 && MergedAnnotations.from(element).isPresent(DistributedLock.class);
		}

		/**
		 * The methods of a class cannot be listed if one of them refers to a missing
		 * class. The class file still shows whether any of them is annotated.
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
				return MetadataReaderFactory.create(type.getClassLoader())
					.getMetadataReader(type.getName())
					.getAnnotationMetadata()
					.hasAnnotatedMethods(DistributedLock.class.getName());
			}
			catch (IOException ex) {
				return false;
			}
		}

	}

	/**
	 * What a class declares itself: whether it is annotated, and its annotated methods.
	 */
	record Declared(boolean annotated, List<Method> methods) {

		static final Declared NOTHING = new Declared(false, List.of());

	}

}
