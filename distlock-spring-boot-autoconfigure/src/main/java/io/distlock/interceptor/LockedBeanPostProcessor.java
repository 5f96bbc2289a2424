package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Checks the locked methods of every bean when it is created: that the annotations make
 * sense, and that a proxy applies them. Right after the auto-proxy creator, so that it
 * sees its proxies.
 *
 * @since 0.1.0
 */
public final class LockedBeanPostProcessor implements SmartInstantiationAwareBeanPostProcessor, Ordered {

	private final DistributedLockOperationSource source;

	private final LockedMethodValidator validator;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Map<Class<?>, Set<Method>> lockedMethods = new ConcurrentHashMap<>();

	private final Map<String, Object> earlyReferences = new ConcurrentHashMap<>();

	/**
	 * Create a post-processor.
	 * @param source knows the locked methods
	 * @param beanFactory knows how beans are proxied
	 */
	public LockedBeanPostProcessor(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory) {
		this.source = source;
		this.beanFactory = beanFactory;
		this.validator = new LockedMethodValidator(source);
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		if (!lockedMethods(bean).isEmpty()) {
			this.earlyReferences.put(beanName, Boolean.TRUE);
		}
		return bean;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (!methods.isEmpty() && Modifier.isFinal(bean.getClass().getModifiers())) {
			checkFinalClass(bean, beanName, methods.iterator().next());
		}
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (!methods.isEmpty() && this.earlyReferences.remove(beanName) == null && !isExempt(bean, beanName)) {
			methods.forEach((method) -> checkProxy(bean, beanName, method));
		}
		return bean;
	}

	private Set<Method> lockedMethods(Object bean) {
		Class<?> type = ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(bean));
		if (!this.source.isCandidate(type)) {
			return Set.of();
		}
		Set<Method> known = this.lockedMethods.get(type);
		if (known == null) {
			known = this.validator.validate(type);
			this.lockedMethods.put(type, known);
		}
		return known;
	}

	private static boolean isExempt(Object bean, String beanName) {
		return bean instanceof AopInfrastructureBean
				|| beanName.endsWith(AutowireCapableBeanFactory.ORIGINAL_INSTANCE_SUFFIX);
	}

	private void checkFinalClass(Object bean, String beanName, Method method) {
		if (proxiesClass(beanName) || ClassUtils.getAllInterfaces(bean).length == 0) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"%s is final, so no proxy can put a lock around it".formatted(bean.getClass().getName()),
					"Make the class not final, or use LockTemplate in the method.");
		}
	}

	private boolean proxiesClass(String beanName) {
		if (AutoProxyUtils.shouldProxyTargetClass(this.beanFactory, beanName)) {
			return true;
		}
		return this.beanFactory.containsBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
				&& this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
					.isProxyTargetClass();
	}

	private static void checkProxy(Object bean, String beanName, Method method) {
		if (!isLocked(bean)) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"bean '%s' got no proxy, so the lock would not be taken".formatted(beanName),
					"Do not create the bean while bean post-processors or advisors are created, and do not put the "
							+ "annotation on such a bean itself.");
		}
		if (Proxy.isProxyClass(bean.getClass()) && !isOnInterface(bean, method)) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"bean '%s' is proxied by its interfaces, and none of them has this method".formatted(beanName),
					"Declare it in an interface, or set spring.aop.proxy-target-class=true.");
		}
	}

	private static boolean isLocked(Object bean) {
		if (bean instanceof Advised advised) {
			return Arrays.stream(advised.getAdvisors()).anyMatch(DistributedLockAdvisor.class::isInstance);
		}
		return bean instanceof SpringProxy;
	}

	private static boolean isOnInterface(Object proxy, Method method) {
		Class<?> targetClass = AopProxyUtils.ultimateTargetClass(proxy);
		return Arrays.stream(proxy.getClass().getInterfaces())
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((candidate) -> candidate.getName().equals(method.getName()))
			.anyMatch((candidate) -> AopUtils.getMostSpecificMethod(candidate, targetClass).equals(method));
	}

}
