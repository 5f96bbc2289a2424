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
	 * Return whether something in the class is to be locked, right or wrong.
	 */
	boolean isLocked() {
		return !this.methods.isEmpty();
	}

	/**
	 * Return whether the class is annotated as a whole.
	 * @return whether it, a parent or an interface is
	 */
	public boolean isAnnotated() {
		return this.annotatedAsAWhole;
	}

	/**
	 * Return the annotated methods that a call is one of, the nearest first; none for a
	 * method that is not locked.
	 * @param called the method that is called, of the class, a parent or an interface
	 */
	List<Method> annotated(Method called) {
		return this.annotated.getOrDefault(MethodSignature.of(called, this.type), List.of());
	}

	boolean isLocked(Method called) {
		return !annotated(called).isEmpty() || isLockedAsAWhole(called);
	}

	/**
	 * Return whether a method is locked because the class is annotated: a public one that
	 * is not annotated itself, but for those by which the container gives the bean what
	 * it needs.
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
	 * Return all methods that are to be locked.
	 * @return the methods, right or wrong
	 */
	public Set<Method> methods() {
		return this.methods;
	}

	/**
	 * Collect the methods that are to be locked. Where the whole class is, and nothing of
	 * it is public, they are those that it declares, which is wrong.
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
