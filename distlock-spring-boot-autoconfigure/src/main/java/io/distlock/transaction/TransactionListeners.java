package io.distlock.transaction;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Gives a listener to every transaction manager that works on the caller's thread: when
 * it is created, and once more when all singletons are there, since a manager that a bean
 * post-processor needs is created before this one looks.
 *
 * @since 0.1.0
 */
public final class TransactionListeners implements BeanPostProcessor, SmartInitializingSingleton {

	private final ConfigurableListableBeanFactory beanFactory;

	private final Class<? extends TransactionExecutionListener> type;

	private final Function<AbstractPlatformTransactionManager, TransactionExecutionListener> factory;

	private final Consumer<String> refusals;

	private final Set<String> refused = ConcurrentHashMap.newKeySet();

	/**
	 * Create an instance.
	 * @param beanFactory has the transaction managers
	 * @param type the class of the listener, of which each manager gets one
	 * @param factory makes the listener of a manager
	 * @param refusals told the name of each manager that takes none
	 */
	public TransactionListeners(ConfigurableListableBeanFactory beanFactory,
			Class<? extends TransactionExecutionListener> type,
			Function<AbstractPlatformTransactionManager, TransactionExecutionListener> factory,
			Consumer<String> refusals) {
		this.beanFactory = beanFactory;
		this.type = type;
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
		Arrays
			.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory,
					PlatformTransactionManager.class, false, false))
			.filter(this.beanFactory::containsSingleton)
			.forEach((name) -> install(this.beanFactory.getBean(name, PlatformTransactionManager.class), name));
	}

	private void install(PlatformTransactionManager bean, String beanName) {
		Object target = AopProxyUtils.getSingletonTarget(bean);
		if (!(((target != null) ? target : bean) instanceof AbstractPlatformTransactionManager manager)) {
			refuse(beanName);
			return;
		}
		if (manager.getTransactionExecutionListeners().stream().noneMatch(this.type::isInstance)) {
			manager.addListener(this.factory.apply(manager));
		}
	}

	private void refuse(String beanName) {
		if (this.refused.add(beanName)) {
			this.refusals.accept(beanName);
		}
	}

}
