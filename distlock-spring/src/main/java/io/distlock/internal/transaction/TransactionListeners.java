// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Adds a listener to every imperative transaction manager: on creation, and again after
 * creation of all singletons, since managers required by a bean post-processor are
 * created before this post-processor.
 *
 * @since 0.1.0
 */
public final class TransactionListeners implements BeanPostProcessor, SmartInitializingSingleton {

	private final ConfigurableListableBeanFactory beanFactory;

	private final Function<AbstractPlatformTransactionManager, TransactionExecutionListener> factory;

	private final Consumer<String> refusals;

	private final Set<String> refused = ConcurrentHashMap.newKeySet();

	/**
	 * Create an instance.
	 * @param beanFactory the bean factory of the transaction managers, possibly through
	 * its parents
	 * @param factory creates the listener for a manager; equal to an already added
	 * listener
	 * @param refusals receives the name of each manager without support for listeners
	 */
	public TransactionListeners(ConfigurableListableBeanFactory beanFactory,
			Function<AbstractPlatformTransactionManager, TransactionExecutionListener> factory,
			Consumer<String> refusals) {
		this.beanFactory = beanFactory;
		this.factory = factory;
		this.refusals = refusals;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager manager) {
			install(manager, beanName);
		}
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		ConfigurableListableBeanFactory current = this.beanFactory;
		while (current != null) {
			installAll(current);
			current = parent(current);
		}
	}

	private static @Nullable ConfigurableListableBeanFactory parent(ConfigurableListableBeanFactory beanFactory) {
		BeanFactory parent = beanFactory.getParentBeanFactory();
		BeanFactory own = (parent instanceof ConfigurableApplicationContext context) ? context.getBeanFactory()
				: parent;
		return (own instanceof ConfigurableListableBeanFactory listable) ? listable : null;
	}

	private void installAll(ConfigurableListableBeanFactory beanFactory) {
		Arrays.stream(beanFactory.getBeanNamesForType(PlatformTransactionManager.class, false, false))
			.filter(beanFactory::containsSingleton)
			.forEach((name) -> install(beanFactory.getBean(name, PlatformTransactionManager.class), name));
	}

	private void install(PlatformTransactionManager bean, String beanName) {
		Object target = AopProxyUtils.getSingletonTarget(bean);
		if (!(((target != null) ? target : bean) instanceof AbstractPlatformTransactionManager manager)) {
			if (this.refused.add(beanName)) {
				this.refusals.accept(beanName);
			}
			return;
		}
		TransactionExecutionListener listener = this.factory.apply(manager);
		if (!manager.getTransactionExecutionListeners().contains(listener)) {
			manager.addListener(listener);
		}
	}

}
