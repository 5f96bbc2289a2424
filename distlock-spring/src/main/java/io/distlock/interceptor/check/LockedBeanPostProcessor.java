// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.interceptor.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.SpringProxy;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Checks the locked methods of every bean when it is created: that the annotations make
 * sense, and that a proxy applies them. Right after the auto-proxy creator, so that it
 * sees its proxies. When all singletons exist it checks each once more, since it has not
 * seen those that were created before it, and those that the application registered as
 * instances.
 *
 * @since 0.1.0
 */
public final class LockedBeanPostProcessor
		implements SmartInstantiationAwareBeanPostProcessor, SmartInitializingSingleton, Ordered {

	private final DistributedLockOperationSource source;

	private final ConfigurableListableBeanFactory beanFactory;

	private final SelfInvocation selfInvocation;

	private final AtomicReference<@Nullable LockedBeanCheck> check = new AtomicReference<>();

	private volatile boolean started;

	/**
	 * Create a post-processor.
	 * @param source knows the locked methods
	 * @param beanFactory knows how beans are proxied
	 * @param selfInvocation what happens where a bean calls its own locked methods
	 */
	public LockedBeanPostProcessor(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory,
			SelfInvocation selfInvocation) {
		this.source = source;
		this.beanFactory = beanFactory;
		this.selfInvocation = selfInvocation;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public boolean postProcessAfterInstantiation(Object bean, String beanName) {
		if (mayBeLocked(bean)) {
			check().instantiated(bean, beanName);
		}
		return true;
	}

	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		if (mayBeLocked(bean)) {
			check().early(bean, beanName);
		}
		return bean;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (mayBeLocked(bean)) {
			check().beforeInitialization(bean, beanName);
		}
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		LockedBeanCheck known = this.check.get();
		if (mayBeLocked(bean)) {
			check().afterInitialization(bean, beanName);
		}
		else if (known != null && !Mocks.isMock(bean)) {
			known.replaced(bean, beanName);
		}
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		makeLockedObjectsOfFactories();
		for (String beanName : this.beanFactory.getSingletonNames()) {
			Object bean = this.beanFactory.getSingleton(beanName);
			if (bean != null && mayBeLocked(bean)) {
				check().finished(bean, beanName);
			}
		}
		this.started = true;
		LockedBeanCheck known = this.check.get();
		if (known != null) {
			known.started();
		}
	}

	/**
	 * The product of a factory, such as a repository, is checked when it is created,
	 * which may be long after the start if no other bean needs it.
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

	private boolean mayBeLocked(Object bean) {
		return bean instanceof SpringProxy || (this.source.isCandidate(bean.getClass()) && !Mocks.isMock(bean));
	}

	/**
	 * Return what checks beans, which an application without locks need not load.
	 */
	private LockedBeanCheck check() {
		LockedBeanCheck known = this.check.get();
		if (known == null) {
			LockedBeanCheck made = new LockedBeanCheck(this.source, this.beanFactory, this.selfInvocation);
			known = this.check.compareAndSet(null, made) ? made : check();
			if (this.started) {
				known.started();
			}
		}
		return known;
	}

	/**
	 * Mocks, which stand for a bean in a test. They have no work that a lock could
	 * protect.
	 */
	private static final class Mocks {

		private static final @Nullable Method DETAILS = method("org.mockito.Mockito", "mockingDetails", Object.class);

		private static final @Nullable Method IS_MOCK = method("org.mockito.MockingDetails", "isMock");

		private static final @Nullable Method IS_SPY = method("org.mockito.MockingDetails", "isSpy");

		private Mocks() {
		}

		/**
		 * Return whether a bean is a mock of Mockito's. A spy is none: it calls the
		 * methods of the bean.
		 * @param bean the bean
		 */
		static boolean isMock(Object bean) {
			if (DETAILS == null || IS_MOCK == null || IS_SPY == null) {
				return false;
			}
			Object details = ReflectionUtils.invokeMethod(DETAILS, null, bean);
			return is(IS_MOCK, details) && !is(IS_SPY, details);
		}

		private static boolean is(Method question, @Nullable Object details) {
			return Boolean.TRUE.equals(ReflectionUtils.invokeMethod(question, details));
		}

		private static @Nullable Method method(String type, String name, Class<?>... parameters) {
			ClassLoader classLoader = Mocks.class.getClassLoader();
			return ClassUtils.isPresent(type, classLoader)
					? ReflectionUtils.findMethod(ClassUtils.resolveClassName(type, classLoader), name, parameters)
					: null;
		}

	}

}
