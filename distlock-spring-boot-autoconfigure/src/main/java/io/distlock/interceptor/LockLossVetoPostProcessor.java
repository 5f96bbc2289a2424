package io.distlock.interceptor;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Gives every transaction manager that works on the caller's thread a veto against
 * commits after the loss of a lock.
 *
 * @since 0.1.0
 */
public final class LockLossVetoPostProcessor implements BeanPostProcessor {

	private final TransactionExecutionListener veto = new LockLossVeto();

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ConfigurableTransactionManager manager && bean instanceof PlatformTransactionManager
				&& !manager.getTransactionExecutionListeners().contains(this.veto)) {
			manager.addListener(this.veto);
		}
		return bean;
	}

}
