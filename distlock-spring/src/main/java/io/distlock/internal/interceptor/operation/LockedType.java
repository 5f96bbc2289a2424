// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.distlock.internal.annotation.AnnotatedClasses;

import org.springframework.aop.framework.Advised;
import org.springframework.core.DecoratingProxy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Lock declarations of one bean class: the annotated methods of the class, its
 * superclasses and interfaces, and annotations of the class itself. The class may be a
 * proxy class that only has interfaces.
 *
 * @since 0.1.0
 */
public final class LockedType {

	private final Class<?> type;

	private final Map<MethodSignature, List<Method>> annotated;

	private final boolean annotatedAsAWhole;

	private final Set<Method> methods;

	LockedType(Class<?> type, AnnotatedClasses declarations) {
		this.type = type;
		Map<MethodSignature, List<Method>> methods = Map.of();
		boolean asAWhole = false;
		for (Class<?> each : declarations.isAny(type) ? AnnotatedClasses.hierarchy(type) : Set.<Class<?>>of()) {
			AnnotatedClasses.Declared declared = declarations.of(each);
			asAWhole |= declared.annotated();
			for (Method method : declared.methods()) {
				methods = methods.isEmpty() ? new LinkedHashMap<>() : methods;
				methods.computeIfAbsent(MethodSignature.of(method, type), (signature) -> new ArrayList<>(1))
					.add(method);
			}
		}
		this.annotated = methods;
		this.annotatedAsAWhole = asAWhole;
		this.methods = (asAWhole || !methods.isEmpty()) ? collect() : Set.of();
	}

	/**
	 * Return whether the class has a locked method, correctly annotated or not.
	 */
	boolean isLocked() {
		return !this.methods.isEmpty();
	}

	/**
	 * Return whether the class itself is annotated.
	 * @return {@code true} if the class, a superclass or an interface is annotated
	 */
	public boolean isAnnotated() {
		return this.annotatedAsAWhole;
	}

	/**
	 * Return the annotated methods that a called method matches, nearest first; empty for
	 * a method that is not locked.
	 * @param called the called method, declared by the class, a superclass or an
	 * interface
	 */
	List<Method> annotated(Method called) {
		return this.annotated.getOrDefault(MethodSignature.of(called, this.type), List.of());
	}

	boolean isLocked(Method called) {
		return !annotated(called).isEmpty() || isLockedAsAWhole(called);
	}

	/**
	 * Return whether a method is locked because of an annotation on the class. This
	 * applies to public methods without an annotation, except for injection points.
	 */
	private boolean isLockedAsAWhole(Method called) {
		return this.annotatedAsAWhole && annotated(called).isEmpty() && isPartOfTheWhole(called, this.type);
	}

	static boolean isPartOfTheWhole(Method method, Class<?> type) {
		return isPublicOfInstance(method) && !isOfProxies(method.getDeclaringClass())
				&& ContainerCalls.wiring(method, type) == null;
	}

	private static boolean isPublicOfInstance(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& !ReflectionUtils.isObjectMethod(method);
	}

	private static boolean isOfProxies(Class<?> declaring) {
		return declaring.isAssignableFrom(Advised.class) || declaring == DecoratingProxy.class;
	}

	/**
	 * Return all methods to be locked.
	 * @return the methods, correctly annotated or not
	 */
	public Set<Method> methods() {
		return this.methods;
	}

	/**
	 * Collect the methods to be locked. If an annotated class has no public methods, its
	 * declared methods are returned, which are later rejected.
	 */
	private Set<Method> collect() {
		Set<Method> methods = new LinkedHashSet<>();
		this.annotated.values().forEach(methods::addAll);
		if (this.annotatedAsAWhole) {
			visible().filter((method) -> !method.isBridge() && isLockedAsAWhole(method)).forEach(methods::add);
			if (methods.isEmpty()) {
				methods.addAll(List.of(ClassUtils.getUserClass(this.type).getDeclaredMethods()));
			}
		}
		return Collections.unmodifiableSet(methods);
	}

	private Stream<Method> visible() {
		Class<?> userClass = ClassUtils.getUserClass(this.type);
		return Proxy.isProxyClass(userClass)
				? Arrays.stream(userClass.getInterfaces()).flatMap((each) -> Arrays.stream(each.getMethods()))
				: Arrays.stream(userClass.getMethods());
	}

}
