// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.annotation.AnnotatedMethods;
import io.distlock.internal.interceptor.expression.LockExpressionHints;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.operation.ValueClassBridge;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils;

/**
 * Validates the locked methods of every bean during ahead-of-time processing, so that an
 * invalid annotation fails the build. Also registers the hints for a native image: the
 * methods and their annotations, fallback methods, and types used in expressions. Checks
 * that depend on the runtime environment are deferred to startup, as are beans known only
 * by an interface or an abstract class.
 */
class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean registeredBean) {
		DistributedLockOperationSource source = registeredBean.getBeanFactory()
			.getBeanProvider(DistributedLockOperationSource.class)
			.getIfAvailable();
		List<Class<?>> types = (source != null)
				? AnnotatedClasses.of(registeredBean).stream().filter(source::isCandidate).toList() : List.of();
		if (source == null || types.isEmpty()) {
			return null;
		}
		types.stream()
			.filter((type) -> !Modifier.isAbstract(type.getModifiers()))
			.forEach((type) -> validate(type, source));
		return (generationContext, code) -> {
			ReflectionHints hints = generationContext.getRuntimeHints().reflection();
			LockExpressionHints expressions = new LockExpressionHints(hints, registeredBean.getBeanFactory());
			for (Class<?> type : types) {
				AnnotatedClasses.hierarchy(type).forEach(hints::registerType);
				source.type(type).methods().forEach((method) -> register(method, type, hints, expressions));
			}
		};
	}

	private static void validate(Class<?> type, DistributedLockOperationSource source) {
		LockedMethodValidator validator = new LockedMethodValidator(source);
		source.type(type)
			.methods()
			.forEach((method) -> AnnotatedMethods.checkAheadOfTime(() -> validator.validate(method, type)));
	}

	private static void register(Method annotated, Class<?> type, ReflectionHints hints,
			LockExpressionHints expressions) {
		Method method = AopUtils.getMostSpecificMethod(ValueClassBridge.resolve(annotated, type), type);
		hints.registerMethod(annotated, ExecutableMode.INVOKE);
		hints.registerMethod(method, ExecutableMode.INVOKE);
		Stream.of(MergedAnnotations.from(annotated), MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY))
			.flatMap(AnnotatedMethods::locks)
			.forEach((annotation) -> {
				register(annotation, type, hints);
				expressions.register(text(annotation, "key"), annotated, method, type);
				expressions.register(text(annotation, "condition"), annotated, method, type);
			});
	}

	private static void register(MergedAnnotation<?> annotation, Class<?> type, ReflectionHints hints) {
		annotation.getMetaTypes()
			.forEach((metaType) -> hints.registerType(metaType, MemberCategory.INVOKE_DECLARED_METHODS));
		String fallback = text(annotation, "fallbackMethod");
		Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type))
			.filter((method) -> method.getName().equals(fallback))
			.forEach((method) -> hints.registerMethod(method, ExecutableMode.INVOKE));
	}

	/**
	 * Return an attribute, or an empty text for an attribute that a role does not have.
	 */
	private static String text(MergedAnnotation<?> annotation, String attribute) {
		return annotation.getValue(attribute, String.class).orElse("");
	}

}
