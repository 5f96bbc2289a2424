// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.interceptor.LockedCallInterceptor;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.operation.MethodSignature;
import io.distlock.internal.interceptor.result.ReturnStyle;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.target.AbstractBeanFactoryBasedTargetSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.context.ApplicationListener;
import org.springframework.core.KotlinDetector;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.CollectionUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Checks that callers of a bean meet its locks: that the bean can be and is a proxy, that
 * this takes locks, and that it shows the method; and that nothing calls a locked method
 * on the bean itself, which the code of its class does not show.
 */
final class LockedBeanCheck {

	/**
	 * Annotations of post-processors whose names do not end in {@code Listener}.
	 */
	private static final Set<String> CALLED = Set.of("Scheduled", "Schedules", "KafkaHandler", "RabbitHandler",
			"ServiceActivator", "InboundChannelAdapter", "Transformer", "Splitter", "Router", "Filter", "Aggregator");

	/**
	 * Annotations of methods that are called on the bean as others get it.
	 */
	private static final Pattern CALLED_ON_THE_BEAN = Pattern
		.compile("ClusterScheduled|.*(EventListener|Handler|Mapping|Exchange|Operation)");

	private final DistributedLockOperationSource source;

	private final ConfigurableListableBeanFactory beanFactory;

	LockedBeanCheck(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory) {
		this.source = source;
		this.beanFactory = beanFactory;
	}

	void checkFinalClass(Object bean, String beanName, Method method) {
		Class<?> type = bean.getClass();
		boolean closed = Modifier.isFinal(type.getModifiers()) || type.isSealed();
		if (closed && !Proxy.isProxyClass(type) && !ClassUtils.isLambdaClass(type)
				&& (proxiesClass(beanName) || ClassUtils.getAllInterfaces(bean).length == 0)) {
			throw LockedMethodValidator.invalid(method,
					"%s is %s, so no proxy can put a lock around it".formatted(type.getName(), kind(type)),
					remedy(type));
		}
	}

	private boolean proxiesClass(String beanName) {
		return AutoProxyUtils.shouldProxyTargetClass(this.beanFactory, beanName)
				|| (this.beanFactory.containsBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
						&& !exposesInterfaces(beanName)
						&& this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
							.isProxyTargetClass());
	}

	/**
	 * Return whether a bean is proxied by its interfaces, whatever others are.
	 */
	private boolean exposesInterfaces(String beanName) {
		return this.beanFactory.containsBeanDefinition(beanName) && this.beanFactory.getMergedBeanDefinition(beanName)
			.hasAttribute(AutoProxyUtils.EXPOSED_INTERFACES_ATTRIBUTE);
	}

	private static String kind(Class<?> type) {
		if (type.isRecord()) {
			return "a record";
		}
		if (type.isEnum()) {
			return "an enum";
		}
		return type.isSealed() ? "sealed" : "final";
	}

	private static String remedy(Class<?> type) {
		if (KotlinDetector.isKotlinType(type)) {
			return LockedMethodValidator.OPEN;
		}
		if (type.isRecord() || type.isEnum()) {
			return "Make it a class that is not final, or use LockTemplate in the method.";
		}
		boolean permitted = type.isSealed()
				|| ClassUtils.getAllInterfacesForClassAsSet(type).stream().anyMatch(Class::isSealed);
		return permitted ? "Make the class non-sealed, or use LockTemplate in the method."
				: "Make the class not final, or use LockTemplate in the method.";
	}

	/**
	 * Check that calls of a method take the lock, on a bean as others get it.
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
	 * A proxy does not implement sealed interfaces.
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
	 * Return whether a bean is a proxy of another bean, of another scope for example. The
	 * other one is checked itself.
	 */
	private static boolean callsAnotherBean(Object bean) {
		return bean instanceof Advised advised
				&& advised.getTargetSource() instanceof AbstractBeanFactoryBasedTargetSource;
	}

	/**
	 * Return the proxy that takes locks, which is behind others if the bean was wrapped
	 * later, or {@code null} if there is none.
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
	 * Return what selects the advisor that is meant for a method, which has a lock or is
	 * one of the leader.
	 */
	private Predicate<Advisor> lock(Object bean, Method method) {
		boolean role = Stream.of(AopProxyUtils.ultimateTargetClass(bean), AopUtils.getTargetClass(bean))
			.anyMatch((type) -> this.source.hasRole(method, type));
		return (advisor) -> advisor.getAdvice() instanceof LockedCallInterceptor calls && calls.isForRoles() == role;
	}

	/**
	 * Return the methods by which callers may call a method.
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
	 * Return whether the pointcut lets a call of an entry meet the lock of a method.
	 */
	private boolean isSameLock(Method entry, Method method, Object bean) {
		Class<?> targetClass = AopUtils.getTargetClass(bean);
		return this.source.isLocked(entry, targetClass)
				&& MethodSignature.of(entry, targetClass).equals(MethodSignature.of(method, targetClass));
	}

	/**
	 * Check that the container calls no locked method when it makes a bean or destroys
	 * it.
	 */
	void checkLifeCycle(Object bean, String beanName, Set<Method> methods) {
		Set<String> names = lifeCycle(beanName, bean.getClass());
		for (Method method : methods) {
			boolean closes = method.getName().equals("close") && bean instanceof AutoCloseable;
			if (method.getParameterCount() == 0 && (closes || names.contains(method.getName()))) {
				throw LockedMethodValidator.calledByTheContainer(method,
						"as %s() of the bean definition".formatted(method.getName()));
			}
		}
	}

	private Set<String> lifeCycle(String beanName, Class<?> type) {
		Set<String> names = new LinkedHashSet<>();
		if (this.beanFactory.containsBeanDefinition(beanName) && !this.beanFactory.isFactoryBean(beanName)
				&& this.beanFactory.getMergedBeanDefinition(beanName) instanceof AbstractBeanDefinition definition) {
			CollectionUtils.mergeArrayIntoCollection(definition.getInitMethodNames(), names);
			if (!definition.isPrototype()) {
				CollectionUtils.mergeArrayIntoCollection(definition.getDestroyMethodNames(), names);
			}
		}
		// as the container does for a bean whose definition names none
		if (names.remove(AbstractBeanDefinition.INFER_METHOD) && !DisposableBean.class.isAssignableFrom(type)) {
			names.add(ClassUtils.hasMethod(type, "close") ? "close" : "shutdown");
		}
		return names;
	}

	/**
	 * Check that no post-processor makes a timer or a listener of a method: it calls the
	 * object that is passed to it, which is the bean itself where others have got its
	 * proxy early, in a circle of references.
	 */
	void checkListener(Object bean, String beanName, Method method) {
		boolean called = (bean instanceof ApplicationListener && method.getName().equals("onApplicationEvent"))
				|| MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
					.stream()
					.anyMatch((annotation) -> isOfPostProcessor(annotation.getType().getSimpleName()));
		if (called) {
			throw LockedMethodValidator.invalid(method,
					"bean '%s' is part of a circle of references, so what calls the method calls the bean itself, where no proxy is"
						.formatted(beanName),
					"Break the circle, for example by @Lazy where the bean is injected, or move the method to a bean of its own.");
		}
	}

	/**
	 * Check that the container calls no method of an annotated class to which the
	 * annotation does not apply, because it is not public.
	 */
	void checkNotLeftOut(Class<?> type) {
		for (Method method : ReflectionUtils.getUniqueDeclaredMethods(ClassUtils.getUserClass(type))) {
			if (!Modifier.isPublic(method.getModifiers()) && !this.source.isLocked(method, type)
					&& isCalledByTheContainer(method)) {
				throw LockedMethodValidator.invalid(method,
						"it is not public, and the annotation of its class means public methods, so the container would call it without the lock",
						"Make it public, or put the annotation on it.");
			}
		}
	}

	private static boolean isCalledByTheContainer(Method method) {
		return MergedAnnotations.from(method)
			.stream()
			.map((annotation) -> annotation.getType().getSimpleName())
			.anyMatch((name) -> isOfPostProcessor(name) || CALLED_ON_THE_BEAN.matcher(name).matches());
	}

	/**
	 * Listeners of application events are not among them: their bean is asked for when an
	 * event comes.
	 */
	private static boolean isOfPostProcessor(String annotation) {
		return CALLED.contains(annotation)
				|| (annotation.endsWith("Listener") && !annotation.endsWith("EventListener"));
	}

}
