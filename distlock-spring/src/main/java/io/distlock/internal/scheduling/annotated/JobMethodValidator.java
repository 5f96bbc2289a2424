// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.OnBusy;
import io.distlock.internal.annotation.AnnotatedMethods;
import io.distlock.internal.interceptor.result.LazyResults;
import io.distlock.internal.interceptor.result.ReturnStyle;
import io.distlock.internal.interceptor.result.SuspendFunction;
import io.distlock.scheduling.ClusterJobContext;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Rejects methods that cannot be run as a job.
 */
final class JobMethodValidator {

	private JobMethodValidator() {
	}

	/**
	 * Validate a method of an exposed bean, and return the method to call.
	 */
	static Method validate(Method method, Object bean) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		checkMethod(method, type);
		if (ReturnStyle.advisors(bean).stream().anyMatch((advisor) -> ReturnStyle.isAsync(advisor, method, type))) {
			throw asynchronous(method, "asynchronous");
		}
		if (AopUtils.isAopProxy(bean)) {
			String obstacle = AnnotatedMethods.obstacle(method);
			if (obstacle != null) {
				throw invalid(method,
						"it is %s, so it cannot be called through the proxy of its bean".formatted(obstacle),
						"Make it a public instance method that is not final.");
			}
		}
		return invocable(method, bean);
	}

	/**
	 * Validate a job without access to its bean.
	 */
	static void checkMethod(Method method, Class<?> type) {
		checkSignature(method);
		checkEnd(method, type);
		checkNotSkipped(method, type);
	}

	private static void checkSignature(Method method) {
		AnnotatedMethods.refuseBeanMethod(ClusterScheduled.class, method);
		Class<?>[] parameters = method.getParameterTypes();
		if (SuspendFunction.is(method)) {
			throw invalid(method, "it is a Kotlin suspend function, which is not supported",
					"Make it a function that returns when its work is done.");
		}
		if (parameters.length == 0) {
			return;
		}
		if (parameters.length > 1 || parameters[0] != ClusterJobContext.class) {
			throw invalid(method, "it has parameters, and the scheduler has no values for them",
					"Leave them out, or take one of type ClusterJobContext, which describes the run.");
		}
		if (ClusterScheduledParser.scheduled(method) != null) {
			throw invalid(method, "it has a parameter, which @Scheduled does not allow",
					"Leave @Scheduled out, and give @ClusterScheduled the trigger; or leave the parameter out, and call ClusterJobContext.current().");
		}
	}

	/**
	 * Reject asynchronous methods, since the lock of a run is released when the method
	 * returns.
	 */
	private static void checkEnd(Method method, Class<?> type) {
		Class<?> result = method.getReturnType();
		if (ReturnStyle.isAsync(method, type)) {
			throw asynchronous(method, "@Async");
		}
		if (Future.class.isAssignableFrom(result) || isReactive(result)) {
			throw invalid(method,
					"it returns a %s, so its run would be over before its work".formatted(result.getSimpleName()),
					"Wait for the work to finish in the method, and return nothing.");
		}
		Class<?> deferred = LazyResults.declared(method, type);
		if (deferred != null) {
			throw invalid(method,
					"it returns a %s, whose work the scheduler does not begin, so its run would do nothing"
						.formatted(deferred.getSimpleName()),
					"Do the work in the method, and return nothing.");
		}
	}

	private static InvalidLockAnnotationException asynchronous(Method method, String how) {
		return invalid(method, "it is %s, so its run would be over before its work".formatted(how),
				"Leave @Async out, or what stands for it: a job has a thread of its task scheduler already.");
	}

	/**
	 * Reject a method that may be skipped, since a skipped method appears to have
	 * completed its work.
	 */
	private static void checkNotSkipped(Method method, Class<?> type) {
		boolean partOfTheWhole = Modifier.isPublic(method.getModifiers())
				&& AnnotatedMethods.locks(MergedAnnotations.from(method)).findAny().isEmpty();
		if (Stream.concat(locks(method), partOfTheWhole ? locks(type) : Stream.empty())
			.anyMatch((lock) -> lock.getEnum("onBusy", OnBusy.class) == OnBusy.SKIP)) {
			throw invalid(method,
					"it is skipped where its lock is busy or its node does not lead (onBusy = SKIP), and a run that did nothing would count as succeeded",
					"Use onBusy = FAIL, so that the run fails and can be retried; or omit the lock if it is only for this job, which runs once in the cluster anyway.");
		}
	}

	private static Stream<MergedAnnotation<?>> locks(AnnotatedElement element) {
		return AnnotatedMethods.locks(MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY));
	}

	static boolean isReactive(Class<?> type) {
		return CompletionStage.class.isAssignableFrom(type) || Flow.Publisher.class.isAssignableFrom(type)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
	}

	private static Method invocable(Method method, Object bean) {
		try {
			return AopUtils.selectInvocableMethod(method, bean.getClass());
		}
		catch (IllegalStateException ex) {
			throw invalid(method, "its bean is proxied by its interfaces, and none of them has this method",
					"Declare it in an interface, or set spring.aop.proxy-target-class=true.");
		}
	}

	static InvalidLockAnnotationException invalid(Method method, String reason, String remedy) {
		return new InvalidLockAnnotationException(ClusterScheduled.class, method, reason, remedy);
	}

}
