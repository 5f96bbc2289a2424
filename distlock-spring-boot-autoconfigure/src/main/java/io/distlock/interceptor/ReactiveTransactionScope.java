package io.distlock.interceptor;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * Keeps locks that are acquired inside a reactive transaction until that transaction is
 * complete: what {@link TransactionalLockScope} is for transactions of a thread.
 *
 * @since 0.1.0
 */
public final class ReactiveTransactionScope {

	private final TransactionAttributeSource attributes = new AnnotationTransactionAttributeSource(false);

	/**
	 * Return whether the work of a method is part of its caller's transaction. Otherwise
	 * what it wrote is committed when it is done.
	 */
	boolean covers(LockedInvocation call) {
		TransactionAttribute own = this.attributes.getTransactionAttribute(call.operation().method(),
				call.root().getTargetClass());
		int propagation = (own != null) ? own.getPropagationBehavior() : TransactionDefinition.PROPAGATION_REQUIRED;
		return propagation != TransactionDefinition.PROPAGATION_REQUIRES_NEW
				&& propagation != TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
	}

	/**
	 * Find the locks of the transaction that is active in the Reactor context.
	 * @param scheduler where locks may be released
	 * @return the locks, empty where there is no transaction
	 */
	Mono<ReactiveTransactionLocks> current(Scheduler scheduler) {
		return TransactionSynchronizationManager.forCurrentTransaction()
			.filter((transaction) -> transaction.isActualTransactionActive() && transaction.isSynchronizationActive())
			.map((transaction) -> ReactiveTransactionLocks.of(transaction, scheduler))
			.onErrorResume(NoTransactionException.class, (none) -> Mono.empty());
	}

}
