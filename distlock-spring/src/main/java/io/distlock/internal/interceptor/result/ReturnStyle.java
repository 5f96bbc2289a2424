// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.result;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * Completion styles of locked methods.
 *
 * @since 0.1.0
 */
public enum ReturnStyle {

	/**
	 * Completes on return.
	 */
	BLOCKING,

	/**
	 * Completes with the returned future. The method already runs on a separate thread
	 * because of {@link Async @Async}, and this thread waits for the future.
	 */
	BLOCKING_FUTURE,

	/**
	 * Completes with the returned stage.
	 */
	STAGE,

	/**
	 * Completes with the termination or cancellation of the returned publisher.
	 */
	REACTIVE;

	public static ReturnStyle of(Method method, Class<?> targetClass) {
		if (SuspendFunction.is(method)) {
			SuspendFunction.check(method);
			return REACTIVE;
		}
		Class<?> type = method.getReturnType();
		if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
			return ofFuture(method, targetClass, type);
		}
		SuspendFunction.checkType(method);
		ReactiveAdapter adapter = reactiveAdapter(type);
		if (adapter == null) {
			return BLOCKING;
		}
		checkReactive(method, type, adapter);
		return REACTIVE;
	}

	private static void checkReactive(Method method, Class<?> type, ReactiveAdapter adapter) {
		if (!ClassUtils.isPresent("reactor.core.publisher.Flux", ReturnStyle.class.getClassLoader())) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it returns a %s, and Reactor is not on the class path".formatted(type.getSimpleName()),
					"Add io.projectreactor:reactor-core.");
		}
		Class<?> adapted = adapter.getReactiveType();
		if (!type.isAssignableFrom(adapted)) {
			throw new InvalidLockAnnotationException(
					DistributedLock.class, method, "it returns a %s, and what is locked can only be returned as a %s"
						.formatted(type.getSimpleName(), adapted.getSimpleName()),
					"Let it return a %s.".formatted(adapted.getSimpleName()));
		}
	}

	private static ReturnStyle ofFuture(Method method, Class<?> targetClass, Class<?> type) {
		if (isAsync(method, targetClass)) {
			return BLOCKING_FUTURE;
		}
		if (!CompletionStage.class.isAssignableFrom(type) || !type.isAssignableFrom(CompletableFuture.class)) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it returns a %s, whose end cannot be awaited without blocking a thread"
						.formatted(type.getSimpleName()),
					"Return a CompletableFuture or a CompletionStage.");
		}
		return STAGE;
	}

	public static boolean isAsync(Method method, Class<?> targetClass) {
		return AnnotatedElementUtils.hasAnnotation(method, Async.class)
				|| AnnotatedElementUtils.hasAnnotation(targetClass, Async.class);
	}

	/**
	 * Return the advisors for a call of a bean, including advisors of nested proxies.
	 * @param bean the bean
	 * @return the advisors, outermost first
	 */
	public static List<Advisor> advisors(Object bean) {
		List<Advisor> advisors = new ArrayList<>();
		Object proxy = bean;
		while (proxy instanceof Advised advised) {
			advisors.addAll(List.of(advised.getAdvisors()));
			proxy = AopProxyUtils.getSingletonTarget(advised);
		}
		return advisors;
	}

	/**
	 * Return whether an advisor runs a method on another thread, regardless of the
	 * annotation.
	 * @param advisor an advisor of a proxy
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return {@code true} for asynchronous execution
	 */
	public static boolean isAsync(Advisor advisor, Method method, Class<?> targetClass) {
		return advisor.getAdvice() instanceof AsyncExecutionInterceptor && advisor instanceof PointcutAdvisor pointcut
				&& pointcut.getPointcut().getClassFilter().matches(targetClass)
				&& pointcut.getPointcut().getMethodMatcher().matches(method, targetClass);
	}

	/**
	 * Return the adapter for the result of a {@link #REACTIVE} method. Proxies treat the
	 * result of a suspend function as a publisher.
	 * @param method the method
	 * @return the adapter
	 */
	public static ReactiveAdapter reactiveAdapter(Method method) {
		Class<?> type = !SuspendFunction.is(method) ? method.getReturnType()
				: SuspendFunction.returnsFlow(method) ? Flux.class : Mono.class;
		ReactiveAdapter adapter = reactiveAdapter(type);
		Assert.state(adapter != null, () -> "No reactive adapter for " + type);
		return adapter;
	}

	/**
	 * Return the adapter for a reactive type. The registry, which searches several
	 * libraries, is not used for {@code void} and primitive types.
	 * @param type the return type
	 * @return the adapter, or {@code null} if the type is not reactive
	 */
	public static @Nullable ReactiveAdapter reactiveAdapter(Class<?> type) {
		return type.isPrimitive() ? null : ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
	}

}
