// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.annotation.Mocks;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.result.EntryNote;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.Ordered;

/**
 * Rejects beans with invalid annotations, and beans whose methods would be called without
 * their locks. Checks the class of a bean before initialization and the proxy afterwards.
 * The order is directly after the auto-proxy creator, so that this post-processor
 * receives the proxies. Checks all singletons again at the end, because some beans are
 * created before this post-processor or registered as instances.
 *
 * @since 0.1.0
 */
public final class LockedBeanPostProcessor
		implements BeanPostProcessor, SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent>, Ordered {

	private final DistributedLockOperationSource source;

	private final ConfigurableApplicationContext context;

	private final ConfigurableListableBeanFactory beanFactory;

	private final LockedMethods lockedMethods;

	/**
	 * Classes behind locking proxies, by bean name.
	 */
	private final Map<String, Class<?>> locked = new ConcurrentHashMap<>();

	public LockedBeanPostProcessor(DistributedLockOperationSource source, ConfigurableApplicationContext context,
			Supplier<SelfInvocation> selfInvocation) {
		this.source = source;
		this.context = context;
		this.beanFactory = context.getBeanFactory();
		this.lockedMethods = new LockedMethods(source, selfInvocation);
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Set<Method> methods = this.lockedMethods.of(bean);
		if (!methods.isEmpty()) {
			new ClosedClassCheck(this.beanFactory).check(bean, beanName, methods.iterator().next());
			ContainerCallCheck.checkLifeCycle(bean, beanName, methods, this.beanFactory);
		}
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Set<Method> methods = this.lockedMethods.of(bean);
		if (methods.isEmpty()) {
			checkReplaced(bean, beanName);
			checkHeld(bean, beanName);
			return bean;
		}
		Object exposed = exposed(bean, beanName);
		if (exposed != bean) {
			methods.forEach((method) -> ContainerCallCheck.checkCircle(bean, beanName, method));
		}
		checkProxy(exposed, beanName, methods);
		if (exposed instanceof Advised proxy && this.lockedMethods.isAnyVerified(exposed)) {
			EntryNote.addTo(proxy);
		}
		this.locked.put(beanName, BeanClasses.of(exposed).behind());
		return bean;
	}

	/**
	 * Return the bean as exposed to other beans. In a circular reference, this is a proxy
	 * created before the initialization of the bean.
	 */
	private Object exposed(Object bean, String beanName) {
		Object early = (bean instanceof SpringProxy) ? null : this.beanFactory.getSingleton(beanName);
		return (early instanceof SpringProxy && BeanClasses.of(early).behind() == bean.getClass()) ? early : bean;
	}

	private void checkProxy(Object bean, String beanName, Set<Method> methods) {
		ProxyCheck check = new ProxyCheck(this.source, this.beanFactory);
		for (Method method : methods) {
			check.check(bean, beanName, method);
		}
	}

	/**
	 * Reject an object without locks that another post-processor returned for a singleton
	 * with locks.
	 */
	private void checkReplaced(Object bean, String beanName) {
		if (!Mocks.isMock(bean) && this.beanFactory.containsBeanDefinition(beanName)
				&& this.beanFactory.getMergedBeanDefinition(beanName) instanceof RootBeanDefinition definition
				&& definition.isSingleton()) {
			Class<?> created = definition.getTargetType();
			Method method = this.lockedMethods.any(created);
			if (created != null && method != null && !FactoryBean.class.isAssignableFrom(created)) {
				throw LockedMethodValidator.invalid(method,
						"a bean post-processor has put %s in the place of bean '%s' before it got its proxy, so the lock would not be taken"
							.formatted(bean.getClass().getName(), beanName),
						"Let the post-processor wrap the bean in postProcessAfterInitialization, or declare the annotation in an interface that the wrapper implements.");
			}
		}
	}

	/**
	 * Reject elements with locks that are contained in a bean and are not beans.
	 */
	private void checkHeld(Object bean, String beanName) {
		for (Object held : AnnotatedClasses.held(bean)) {
			Set<Method> methods = (held instanceof SpringProxy) ? Set.of() : this.lockedMethods.of(held);
			if (!methods.isEmpty()
					&& this.locked.keySet().stream().noneMatch((name) -> this.beanFactory.getSingleton(name) == held)) {
				throw LockedMethodValidator.invalid(methods.iterator().next(),
						"an object in bean '%s' is no bean itself, and got no proxy, so the lock would not be taken"
							.formatted(beanName),
						"Make the object a bean, and put that into '%s'. Or use LockTemplate in the method."
							.formatted(beanName));
			}
		}
	}

	@Override
	public void afterSingletonsInstantiated() {
		Set<String> early = createdBefore();
		this.beanFactory.getBeanNamesIterator().forEachRemaining((name) -> checkAgain(name, early.contains(name)));
		if (this.context.getParent() != null) {
			new RelatedContextCheck(this.lockedMethods, this.context).checkParents();
		}
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext() != this.context) {
			new RelatedContextCheck(this.lockedMethods, this.context).check(event.getApplicationContext());
		}
	}

	/**
	 * Return the names of beans created as dependencies before this post-processor.
	 */
	private Set<String> createdBefore() {
		Set<String> names = new LinkedHashSet<>();
		for (String beanName : this.beanFactory.getSingletonNames()) {
			if (this.beanFactory.getSingleton(beanName) == this) {
				break;
			}
			addDependencies(beanName, names);
		}
		return names;
	}

	private void addDependencies(String beanName, Set<String> names) {
		for (String name : this.beanFactory.getDependenciesForBean(beanName)) {
			if (names.add(name)) {
				addDependencies(name, names);
			}
		}
	}

	/**
	 * Check a bean after creation of all singletons. The product of a factory, such as a
	 * repository, is created now unless another bean has already requested the product. A
	 * prototype created early has no proxy, and cannot be retrieved from the bean
	 * factory.
	 */
	private void checkAgain(String beanName, boolean early) {
		Object bean = this.beanFactory.getSingleton(beanName);
		if (bean != null) {
			checkAgain(bean, beanName);
		}
		Method method = (early || bean instanceof FactoryBean)
				? this.lockedMethods.any(this.beanFactory.getType(beanName, false)) : null;
		boolean lost = early && !this.beanFactory.isSingleton(beanName);
		if (lost && method != null) {
			throw ProxyCheck.noProxy(beanName, method);
		}
		if (!lost && bean instanceof FactoryBean && (early || method != null)) {
			checkAgain(this.beanFactory.getBean(beanName), beanName);
		}
	}

	private void checkAgain(Object bean, String beanName) {
		Set<Method> methods = this.lockedMethods.of(bean);
		if (methods.isEmpty()) {
			checkHeld(bean, beanName);
		}
		else if (!isWrapper(bean, beanName)) {
			checkProxy(bean, beanName, methods);
		}
	}

	/**
	 * Return whether a bean was wrapped after creation of its locking proxy.
	 */
	private boolean isWrapper(Object bean, String beanName) {
		Class<?> behind = this.locked.get(beanName);
		return !(bean instanceof SpringProxy) && behind != null && behind != bean.getClass();
	}

}
