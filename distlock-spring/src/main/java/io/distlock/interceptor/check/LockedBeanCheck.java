// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import io.distlock.interceptor.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * Checks beans that may be locked: those of a locked class, and proxies.
 */
final class LockedBeanCheck {

	private final DistributedLockOperationSource source;

	private final LockedMethodValidator validator;

	private final LockedProxyCheck proxies;

	private final SelfInvocationCheck selfInvocation;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Map<BeanClasses, Set<Method>> lockedMethods = new ConcurrentHashMap<>();

	private final Map<String, Object> earlyReferences = new ConcurrentHashMap<>();

	private final ThreadLocal<@Nullable Map<String, Method>> instantiated = new ThreadLocal<>();

	private final Set<String> locked = ConcurrentHashMap.newKeySet();

	LockedBeanCheck(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory,
			SelfInvocation selfInvocation) {
		this.source = source;
		this.beanFactory = beanFactory;
		this.validator = new LockedMethodValidator(source);
		this.proxies = new LockedProxyCheck(source);
		this.selfInvocation = new SelfInvocationCheck(source, selfInvocation);
	}

	/**
	 * Note that a bean has locks, before other post-processors see it.
	 */
	void instantiated(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (!methods.isEmpty()) {
			Map<String, Method> known = this.instantiated.get();
			if (known == null) {
				known = new HashMap<>();
				this.instantiated.set(known);
			}
			known.put(beanName, methods.iterator().next());
		}
	}

	/**
	 * Note that others get a bean before it is complete.
	 */
	void early(Object bean, String beanName) {
		if (!lockedMethods(bean).isEmpty()) {
			this.earlyReferences.put(beanName, Boolean.TRUE);
		}
	}

	/**
	 * Check a bean that has no proxy yet.
	 */
	void beforeInitialization(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (!methods.isEmpty()) {
			checkFinalClass(bean, beanName, methods.iterator().next());
			DefinedLifeCycle lifeCycle = DefinedLifeCycle.of(beanName, bean.getClass(), this.beanFactory);
			methods.forEach((method) -> lifeCycle.check(method, bean.getClass()));
		}
	}

	/**
	 * Check a bean that has its proxy, unless others have got it early.
	 */
	void afterInitialization(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (methods.isEmpty()) {
			replaced(bean, beanName);
		}
		else {
			initialized(beanName);
			boolean early = this.earlyReferences.remove(beanName) != null && !(bean instanceof SpringProxy);
			methods.forEach((method) -> {
				if (early) {
					ListenerCalls.check(bean, beanName, method);
				}
				else {
					this.proxies.check(bean, beanName, method);
					this.locked.add(beanName);
				}
			});
		}
	}

	/**
	 * Threads that make beans keep nothing of them.
	 */
	private @Nullable Method initialized(String beanName) {
		Map<String, Method> known = this.instantiated.get();
		Method method = (known != null) ? known.remove(beanName) : null;
		if (known != null && known.isEmpty()) {
			this.instantiated.remove();
		}
		return method;
	}

	/**
	 * Check that what has no locks takes the place of nothing that has.
	 */
	void replaced(Object bean, String beanName) {
		Method method = initialized(beanName);
		if (method != null) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"a bean post-processor has put %s in the place of bean '%s' before it got its proxy, so the lock would not be taken"
						.formatted(bean.getClass().getName(), beanName),
					"Let the post-processor wrap the bean in postProcessAfterInitialization, or declare the annotation in an interface that the wrapper implements.");
		}
	}

	/**
	 * Check a bean as others get it, unless it is a wrapper around one that takes locks.
	 */
	void finished(Object bean, String beanName) {
		if (!(bean instanceof SpringProxy) && this.locked.contains(beanName)) {
			return;
		}
		lockedMethods(bean).forEach((method) -> this.proxies.check(bean, beanName, method));
	}

	/**
	 * All beans of the start are there.
	 */
	void started() {
		this.selfInvocation.started();
	}

	/**
	 * Return the locked methods that a bean shows, or that are behind it if it is a
	 * proxy, all of them checked.
	 */
	private Set<Method> lockedMethods(Object bean) {
		BeanClasses classes = BeanClasses.of(bean);
		Set<Method> known = this.lockedMethods.get(classes);
		if (known == null) {
			known = validate(classes);
			this.lockedMethods.put(classes, known);
		}
		return known;
	}

	private Set<Method> validate(BeanClasses classes) {
		Set<Method> methods = new LinkedHashSet<>(this.validator.annotated(classes.behind()));
		methods.addAll(this.validator.annotated(classes.shown()));
		methods.forEach((method) -> this.validator.validate(method, classes.context(method, this.source)));
		if (!methods.isEmpty()) {
			this.selfInvocation.search(classes.behind());
		}
		return methods;
	}

	private void checkFinalClass(Object bean, String beanName, Method method) {
		Class<?> type = bean.getClass();
		boolean closed = Modifier.isFinal(type.getModifiers()) || type.isSealed();
		if (closed && !Proxy.isProxyClass(type) && !ClassUtils.isLambdaClass(type)
				&& (proxiesClass(beanName) || ClassUtils.getAllInterfaces(bean).length == 0)) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"%s is %s, so no proxy can put a lock around it".formatted(type.getName(), kind(type)),
					remedy(type));
		}
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

	private boolean proxiesClass(String beanName) {
		if (AutoProxyUtils.shouldProxyTargetClass(this.beanFactory, beanName)) {
			return true;
		}
		return this.beanFactory.containsBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
				&& this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
					.isProxyTargetClass();
	}

	/**
	 * The classes that declare the locks of a bean.
	 *
	 * @param shown the class that callers see, that of a proxy for example
	 * @param target the class of what the outermost proxy calls
	 * @param behind the class behind all proxies
	 */
	private record BeanClasses(Class<?> shown, Class<?> target, Class<?> behind) {

		static BeanClasses of(Object bean) {
			Class<?> shown = bean.getClass();
			return (bean instanceof SpringProxy)
					? new BeanClasses(shown, AopUtils.getTargetClass(bean), AopProxyUtils.ultimateTargetClass(bean))
					: new BeanClasses(shown, shown, shown);
		}

		/**
		 * Return the class by which calls of a method find out what is locked.
		 */
		Class<?> context(Method method, DistributedLockOperationSource source) {
			Class<?> declaring = method.getDeclaringClass();
			return Stream.of(this.behind, this.target)
				.filter((type) -> declaring.isAssignableFrom(type) && source.isLocked(method, type))
				.findFirst()
				.orElse(declaring.isAssignableFrom(this.behind) ? this.behind : declaring);
		}

	}

}
