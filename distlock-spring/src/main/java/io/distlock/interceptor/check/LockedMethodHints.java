// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.interceptor.expression.LockExpressionHints;

import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Runtime hints for beans with locked methods: the methods themselves and their
 * annotations, fallback methods, and the types that expressions may access.
 */
final class LockedMethodHints {

	private final ReflectionHints hints;

	private final LockExpressionHints expressions;

	LockedMethodHints(RuntimeHints hints, BeanFactory beanFactory) {
		this.hints = hints.reflection();
		this.expressions = new LockExpressionHints(this.hints, beanFactory);
	}

	/**
	 * Register the methods of a bean.
	 * @param methods the annotated methods
	 * @param type the class of the bean
	 */
	void register(Collection<Method> methods, Class<?> type) {
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			this.hints.registerType(current);
		}
		ClassUtils.getAllInterfacesForClassAsSet(type).forEach(this.hints::registerType);
		methods.forEach((method) -> register(method, type));
	}

	private void register(Method annotated, Class<?> type) {
		Method method = AopUtils.getMostSpecificMethod(annotated, type);
		this.hints.registerMethod(annotated, ExecutableMode.INVOKE);
		this.hints.registerMethod(method, ExecutableMode.INVOKE);
		Stream
			.concat(locks(MergedAnnotations.from(annotated)),
					locks(MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY)))
			.forEach((annotation) -> register(annotation, annotated, method, type));
	}

	private static Stream<MergedAnnotation<DistributedLock>> locks(MergedAnnotations annotations) {
		return annotations.stream(DistributedLock.class);
	}

	private void register(MergedAnnotation<DistributedLock> annotation, Method annotated, Method method,
			Class<?> type) {
		annotation.getMetaTypes()
			.forEach((metaType) -> this.hints.registerType(metaType, MemberCategory.INVOKE_DECLARED_METHODS));
		registerNamed(annotation.getString("fallbackMethod"), type);
		this.expressions.register(annotation.getString("key"), annotated, method, type);
		this.expressions.register(annotation.getString("condition"), annotated, method, type);
	}

	private void registerNamed(String name, Class<?> type) {
		Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type))
			.filter((method) -> method.getName().equals(name))
			.forEach((method) -> this.hints.registerMethod(method, ExecutableMode.INVOKE));
	}

}
