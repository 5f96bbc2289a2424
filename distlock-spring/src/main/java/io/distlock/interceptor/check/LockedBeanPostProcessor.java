/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import io.distlock.interceptor.DistributedLockOperationSource;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.KotlinDetector;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Checks the locked methods of every bean when it is created: that the annotations make
 * sense, and that a proxy applies them. Right after the auto-proxy creator, so that it
 * sees its proxies. When all singletons are there it looks at each once more, since there
 * are some that it has not seen: those that were made before it, and those that the
 * application has registered ready made.
 *
 * @since 0.1.0
 */
public final class LockedBeanPostProcessor
		implements SmartInstantiationAwareBeanPostProcessor, SmartInitializingSingleton, Ordered {

	private final DistributedLockOperationSource source;

	private final LockedMethodValidator validator;

	private final LockedProxyCheck proxies;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Map<BeanClasses, Set<Method>> lockedMethods = new ConcurrentHashMap<>();

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
		this.proxies = new LockedProxyCheck(source);
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
		if (!methods.isEmpty()) {
			checkFinalClass(bean, beanName, methods.iterator().next());
			DefinedLifeCycle lifeCycle = DefinedLifeCycle.of(beanName, bean.getClass(), this.beanFactory);
			methods.forEach((method) -> lifeCycle.check(method, bean.getClass()));
		}
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Set<Method> methods = lockedMethods(bean);
		if (!methods.isEmpty()) {
			boolean early = this.earlyReferences.remove(beanName) != null && !(bean instanceof SpringProxy);
			methods.forEach((method) -> {
				if (early) {
					ListenerCalls.check(bean, beanName, method);
				}
				else {
					this.proxies.check(bean, beanName, method);
				}
			});
		}
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		makeLockedObjectsOfFactories();
		for (String beanName : this.beanFactory.getSingletonNames()) {
			Object bean = this.beanFactory.getSingleton(beanName);
			if (bean != null) {
				lockedMethods(bean).forEach((method) -> this.proxies.check(bean, beanName, method));
			}
		}
	}

	/**
	 * What a factory makes, such as a repository, is checked when it is made, which may
	 * be long after the start if no other bean needs it.
	 */
	private void makeLockedObjectsOfFactories() {
		for (String beanName : this.beanFactory.getBeanDefinitionNames()) {
			if (this.beanFactory.containsSingleton(beanName) && this.beanFactory.isFactoryBean(beanName)
					&& !this.beanFactory.getBeanDefinition(beanName).isLazyInit()) {
				Class<?> type = this.beanFactory.getType(beanName, false);
				if (type != null && this.source.isCandidate(type)) {
					this.beanFactory.getBean(beanName);
				}
			}
		}
	}

	/**
	 * Return the locked methods that a bean shows, or that are behind it if it is a
	 * proxy, all of them checked.
	 */
	private Set<Method> lockedMethods(Object bean) {
		if (!(bean instanceof SpringProxy) && !this.source.isCandidate(bean.getClass())) {
			return Set.of();
		}
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
		return methods;
	}

	private void checkFinalClass(Object bean, String beanName, Method method) {
		Class<?> type = bean.getClass();
		if (Modifier.isFinal(type.getModifiers()) && !Proxy.isProxyClass(type) && !ClassUtils.isLambdaClass(type)
				&& (proxiesClass(beanName) || ClassUtils.getAllInterfaces(bean).length == 0)) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"%s is final, so no proxy can put a lock around it".formatted(type.getName()),
					KotlinDetector.isKotlinType(method.getDeclaringClass()) ? LockedMethodValidator.OPEN
							: "Make the class not final, or use LockTemplate in the method.");
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

	/**
	 * The classes that tell what is locked of a bean.
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
