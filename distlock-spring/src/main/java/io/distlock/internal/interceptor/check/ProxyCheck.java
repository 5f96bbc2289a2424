// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.interceptor.LockedCallInterceptor;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.operation.MethodSignature;
import io.distlock.internal.interceptor.result.ReturnStyle;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.target.AbstractBeanFactoryBasedTargetSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.util.ClassUtils;

/**
 * Rejects beans whose callers would bypass the locks of their methods. The exposed bean
 * must be a proxy that acquires the locks and exposes the methods.
 */
final class ProxyCheck {

	private final DistributedLockOperationSource source;

	private final ConfigurableListableBeanFactory beanFactory;

	ProxyCheck(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory) {
		this.source = source;
		this.beanFactory = beanFactory;
	}

	/**
	 * Check that calls of a method on the exposed bean acquire the lock.
	 */
	void check(Object bean, String beanName, Method method) {
		if (callsAnotherBean(bean)) {
			return;
		}
		Predicate<Advisor> lock = lock(bean, method);
		Object locking = locking(bean, lock);
		if (locking == null) {
			throw noProxy(beanName, method);
		}
		if (entries(bean, method).noneMatch((entry) -> isSameLock(entry, method, locking))) {
			checkNotSealed(bean, beanName, method);
			throw LockedMethodValidator.invalid(method,
					"bean '%s' is proxied by its interfaces, and none of them has this method".formatted(beanName),
					"Declare it in an interface, and put the annotation there if the bean comes from a library, as repositories do; or set spring.aop.proxy-target-class=true.");
		}
		if (!Future.class.isAssignableFrom(method.getReturnType()) && isAsyncInside(locking, method, lock)) {
			throw LockedMethodValidator.invalid(method,
					"it is made asynchronous inside of its lock, which would be gone before its work is done",
					"Let @Async be outside of the lock, as it is by default: in proxy mode, not with the highest precedence, and before existing advisors; or return a CompletableFuture, for which the lock waits.");
		}
	}

	static InvalidLockAnnotationException noProxy(String beanName, Method method) {
		return LockedMethodValidator.invalid(method,
				"bean '%s' got no proxy, so the lock would not be taken".formatted(beanName),
				"Do not create the bean while bean post-processors or advisors are created, do not register it as a ready-made object, and do not put the annotation on a part of the infrastructure, such as an advice or an aspect.");
	}

	/**
	 * Return whether a call leaves the thread of its innermost lock.
	 */
	private boolean isAsyncInside(Object locking, Method method, Predicate<Advisor> lock) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(locking);
		Method specific = AopUtils.getMostSpecificMethod(method, type);
		boolean async = false;
		boolean locked = false;
		for (Advisor advisor : ReturnStyle.advisors(locking)) {
			locked |= lock.test(advisor);
			async = locked && !lock.test(advisor) && (async || ReturnStyle.isAsync(advisor, specific, type));
		}
		return async || (ReturnStyle.isAsync(specific, type)
				&& this.beanFactory.containsBean(TaskManagementConfigUtils.ASYNC_EXECUTION_ASPECT_BEAN_NAME));
	}

	/**
	 * Reject sealed interfaces, which a proxy cannot implement.
	 */
	private static void checkNotSealed(Object bean, String beanName, Method method) {
		ClassUtils.getAllInterfacesForClassAsSet(AopUtils.getTargetClass(bean))
			.stream()
			.filter((type) -> type.isSealed()
					&& ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()))
			.findFirst()
			.ifPresent((type) -> {
				throw LockedMethodValidator.invalid(method,
						"bean '%s' is proxied by its interfaces, and %s, which has this method, is sealed"
							.formatted(beanName, type.getName()),
						"Make the interface not sealed; or make the class non-sealed, and set spring.aop.proxy-target-class=true.");
			});
	}

	/**
	 * Return whether a bean is a proxy of another bean, such as a scoped bean, which is
	 * checked separately.
	 */
	private static boolean callsAnotherBean(Object bean) {
		return bean instanceof Advised advised
				&& advised.getTargetSource() instanceof AbstractBeanFactoryBasedTargetSource;
	}

	/**
	 * Return the locking proxy, which may be nested if the bean was wrapped later, or
	 * {@code null} without a locking proxy.
	 */
	private static @Nullable Object locking(Object bean, Predicate<Advisor> lock) {
		Object proxy = bean;
		while (proxy instanceof Advised advised) {
			if (Arrays.stream(advised.getAdvisors()).anyMatch(lock)) {
				return proxy;
			}
			proxy = AopProxyUtils.getSingletonTarget(advised);
		}
		return (proxy == bean && bean instanceof SpringProxy) ? bean : null;
	}

	/**
	 * Return a predicate for the advisor of a method, depending on whether the method has
	 * a lock or a role.
	 */
	private Predicate<Advisor> lock(Object bean, Method method) {
		boolean role = Stream.of(AopProxyUtils.ultimateTargetClass(bean), AopUtils.getTargetClass(bean))
			.anyMatch((type) -> this.source.hasRole(method, type));
		return (advisor) -> advisor.getAdvice() instanceof LockedCallInterceptor calls && calls.isForRoles() == role;
	}

	/**
	 * Return the methods through which callers may call a method.
	 */
	private static Stream<Method> entries(Object bean, Method method) {
		Class<?> type = bean.getClass();
		if (Proxy.isProxyClass(type)) {
			return Arrays.stream(type.getInterfaces()).flatMap((shown) -> Arrays.stream(shown.getMethods()));
		}
		return method.getDeclaringClass().isAssignableFrom(type)
				? Stream.of(AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(type))) : Stream.empty();
	}

	/**
	 * Return whether the pointcut applies the lock of a method to a call of an entry.
	 */
	private boolean isSameLock(Method entry, Method method, Object bean) {
		Class<?> targetClass = AopUtils.getTargetClass(bean);
		return this.source.isLocked(entry, targetClass)
				&& MethodSignature.of(entry, targetClass).equals(MethodSignature.of(method, targetClass));
	}

}
