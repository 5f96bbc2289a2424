// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Gives every reactive transaction manager a veto against commits after the loss of a
 * lock.
 *
 * @since 0.1.0
 */
public final class ReactiveLossVetoPostProcessor implements BeanPostProcessor {

	private final TransactionExecutionListener veto = new ReactiveLossVeto();

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ConfigurableTransactionManager manager && bean instanceof ReactiveTransactionManager
				&& !manager.getTransactionExecutionListeners().contains(this.veto)) {
			manager.addListener(this.veto);
		}
		return bean;
	}

}
