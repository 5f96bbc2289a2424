// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionExecution;
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

	/**
	 * Refuses to commit a reactive transaction that began in a locked call which has lost
	 * its lock. The listener does not see the Reactor context, so the lock has to be
	 * known to the thread where the transaction begins: it is while the locked publisher
	 * is subscribed to, and anywhere in a coroutine.
	 */
	private static final class ReactiveLossVeto implements TransactionExecutionListener {

		private final Map<TransactionExecution, List<SharedHold>> around = Collections
			.synchronizedMap(new WeakHashMap<>());

		@Override
		public void beforeBegin(TransactionExecution transaction) {
			List<SharedHold> holds = SharedHold.current();
			if (!holds.isEmpty()) {
				this.around.put(transaction, holds);
			}
		}

		/**
		 * Check the locks that were held when the transaction began.
		 * @throws io.distlock.LockLostException if one is lost that is not to be ignored
		 */
		@Override
		public void beforeCommit(TransactionExecution transaction) {
			List<SharedHold> holds = this.around.remove(transaction);
			if (holds != null) {
				holds.forEach(SharedHold::checkEntry);
			}
		}

	}

}
