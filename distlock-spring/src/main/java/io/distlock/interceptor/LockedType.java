// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.AnnotatedLocks;
import io.distlock.annotation.validation.ClassHierarchy;

import org.springframework.aop.framework.Advised;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
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

	private final Map<MethodSignature, List<Method>> annotated = new LinkedHashMap<>();

	private final boolean annotatedAsAWhole;

	private LockedType(Class<?> type, Collection<Method> methods) {
		this.type = type;
		this.annotatedAsAWhole = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY)
			.isPresent(DistributedLock.class);
		for (Method method : methods) {
			this.annotated.computeIfAbsent(MethodSignature.of(method, type), (signature) -> new ArrayList<>(1))
				.add(method);
		}
	}

	/**
	 * Inspect a class.
	 * @param type the class
	 * @param classes knows the annotated methods that each class declares itself
	 */
	static LockedType of(Class<?> type, AnnotatedLocks classes) {
		List<Method> methods = new ArrayList<>(0);
		for (Class<?> each : ClassHierarchy.of(type)) {
			methods.addAll(classes.methods(each));
		}
		return new LockedType(type, methods);
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

}
