// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.function.Predicate;

import io.distlock.LockedMethod;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * Keeps locks that are acquired inside a reactive transaction until that transaction is
 * complete: what {@code TransactionalLockScope} is for transactions of a thread.
 *
 * @since 0.1.0
 */
public final class ReactiveTransactionScope {

	private final Predicate<LockedMethod> ownTransactions;

	/**
	 * Create a scope.
	 * @param ownTransactions knows the methods that suspend the transaction of their
	 * caller
	 */
	public ReactiveTransactionScope(Predicate<LockedMethod> ownTransactions) {
		this.ownTransactions = ownTransactions;
	}

	/**
	 * Return whether the work of a method is part of its caller's transaction. Otherwise
	 * what it wrote is committed when it is done.
	 */
	boolean covers(LockedInvocation call) {
		return !this.ownTransactions.test(new LockedMethod(call.operation().method(), call.root().getTargetClass()));
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
