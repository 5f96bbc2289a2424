// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.annotation.AnnotatedMethods;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Validates the jobs of every bean during ahead-of-time processing, so that an invalid
 * annotation fails the build. Also registers the hints to find and call jobs in a native
 * image. Checks that depend on the runtime environment are deferred to startup.
 */
class ClusterJobAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean registeredBean) {
		ClusterScheduledBeanPostProcessor jobs = registeredBean.getBeanFactory()
			.getBeanProvider(ClusterScheduledBeanPostProcessor.class)
			.getIfAvailable();
		if (jobs == null) {
			return null;
		}
		Map<Method, MergedAnnotation<ClusterScheduled>> methods = new LinkedHashMap<>();
		for (Class<?> type : AnnotatedClasses.of(registeredBean)) {
			jobs.jobMethods(type).forEach((method, annotation) -> {
				AnnotatedMethods.checkAheadOfTime(() -> {
					JobMethodValidator.checkMethod(method, type);
					check(jobs, method, annotation);
				});
				methods.put(method, annotation);
			});
		}
		return methods.isEmpty() ? null : (generationContext, code) -> methods.forEach(
				(method, annotation) -> register(method, annotation, generationContext.getRuntimeHints().reflection()));
	}

	private static void check(ClusterScheduledBeanPostProcessor jobs, Method method,
			MergedAnnotation<ClusterScheduled> annotation) {
		if (!hasExpression(annotation.synthesize(), ClusterScheduledParser.scheduled(method))) {
			jobs.parse(method, annotation);
		}
	}

	/**
	 * Return whether beans are required to determine the job.
	 */
	private static boolean hasExpression(ClusterScheduled job, @Nullable Scheduled scheduled) {
		return Stream.of(job, scheduled)
			.filter(Objects::nonNull)
			.flatMap((annotation) -> AnnotationUtils.getAnnotationAttributes(annotation).values().stream())
			.anyMatch((value) -> value instanceof String text && ClusterScheduledParser.hasExpression(text));
	}

	private static void register(Method method, MergedAnnotation<ClusterScheduled> annotation, ReflectionHints hints) {
		hints.registerType(method.getDeclaringClass());
		hints.registerMethod(method, ExecutableMode.INVOKE);
		annotation.getMetaTypes()
			.forEach((metaType) -> hints.registerType(metaType, MemberCategory.INVOKE_DECLARED_METHODS));
	}

}
