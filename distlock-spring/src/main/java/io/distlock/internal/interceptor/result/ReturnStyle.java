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
 * When a locked method is done.
 *
 * @since 0.1.0
 */
public enum ReturnStyle {

	/**
	 * When it returns.
	 */
	BLOCKING,

	/**
	 * When the future that it returns is done; the method already has a thread of its own
	 * by {@link Async @Async}, which waits for that.
	 */
	BLOCKING_FUTURE,

	/**
	 * When the stage that it returns is complete.
	 */
	STAGE,

	/**
	 * When the publisher that it returns ends or is cancelled.
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
	 * Return the advisors that a call of a bean meets, those of proxies behind it as
	 * well.
	 * @param bean the bean
	 * @return the advisors, the outermost first
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
	 * Return whether an advisor lets a method run on another thread, by whatever
	 * annotation.
	 * @param advisor an advisor of a proxy
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return whether it is asynchronous
	 */
	public static boolean isAsync(Advisor advisor, Method method, Class<?> targetClass) {
		return advisor.getAdvice() instanceof AsyncExecutionInterceptor && advisor instanceof PointcutAdvisor pointcut
				&& pointcut.getPointcut().getClassFilter().matches(targetClass)
				&& pointcut.getPointcut().getMethodMatcher().matches(method, targetClass);
	}

	/**
	 * Return what adapts the result of a {@link #REACTIVE} method as its proxy sees it: a
	 * suspend function is a publisher there.
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
	 * Return what adapts a type, if it is reactive. The registry, which looks for several
	 * libraries, is not asked for what returns nothing or a primitive value.
	 * @param type the type that is returned
	 * @return the adapter, or {@code null}
	 */
	public static @Nullable ReactiveAdapter reactiveAdapter(Class<?> type) {
		return type.isPrimitive() ? null : ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
	}

}
