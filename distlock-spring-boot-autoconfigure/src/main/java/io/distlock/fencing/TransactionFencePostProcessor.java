package io.distlock.fencing;

import java.util.function.Supplier;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Lets every transaction manager that works on the caller's thread check tokens when a
 * transaction has begun.
 *
 * @since 0.1.0
 */
public final class TransactionFencePostProcessor implements BeanPostProcessor {

	private final Supplier<FencedTransactions> fenced;

	/**
	 * Create a post-processor.
	 * @param fenced knows the fenced methods that a thread is in
	 */
	public TransactionFencePostProcessor(Supplier<FencedTransactions> fenced) {
		this.fenced = fenced;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof AbstractPlatformTransactionManager manager
				&& manager.getTransactionExecutionListeners().stream().noneMatch(TransactionFence.class::isInstance)) {
			manager.addListener(new TransactionFence(manager, this.fenced.get()));
		}
		return bean;
	}

}
