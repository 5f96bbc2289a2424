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
 * Post-processor that makes every reactive transaction manager reject commits after the
 * loss of a lock.
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
	 * Rejects the commit of a reactive transaction that began in a locked call with a
	 * lost lock. The listener has no access to the Reactor context, so the lock must be
	 * bound to the thread where the transaction begins. This is the case during the
	 * subscription to the locked publisher, and throughout a coroutine.
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
		 * Check the locks that were held at the beginning of the transaction.
		 * @throws io.distlock.LockLostException if a lock is lost whose policy is not to
		 * ignore a loss
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
