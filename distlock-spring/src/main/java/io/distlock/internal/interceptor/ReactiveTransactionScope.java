// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import io.distlock.LockedMethod;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.core.Ordered;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * Keeps locks acquired inside a reactive transaction until its completion, like {@code
 * TransactionalLockScope} for thread-bound transactions.
 *
 * @since 0.1.0
 */
public final class ReactiveTransactionScope {

	private final Predicate<LockedMethod> ownTransactions;

	/**
	 * Create a scope.
	 * @param ownTransactions tests whether a method suspends its caller's transaction
	 */
	public ReactiveTransactionScope(Predicate<LockedMethod> ownTransactions) {
		this.ownTransactions = ownTransactions;
	}

	/**
	 * Return whether a method joins its caller's transaction. Otherwise the method's
	 * changes are committed when the method completes.
	 */
	boolean covers(LockedInvocation call) {
		return !this.ownTransactions.test(Objects.requireNonNull(call.request().method()));
	}

	/**
	 * Return the locks of the active transaction in the Reactor context.
	 * @return the locks; empty without a transaction
	 */
	Mono<Locks> current(Scheduler scheduler) {
		return TransactionSynchronizationManager.forCurrentTransaction()
			.filter((transaction) -> transaction.isActualTransactionActive() && transaction.isSynchronizationActive())
			.map((transaction) -> Locks.of(transaction, scheduler))
			.onErrorResume(NoTransactionException.class, (none) -> Mono.empty());
	}

	/**
	 * Locks kept until the completion of a reactive transaction. The transaction does not
	 * commit if one of these locks is lost.
	 */
	static final class Locks implements TransactionSynchronization, Ordered {

		private static final Logger logger = LoggerFactory.getLogger(ReactiveTransactionScope.class);

		private final List<SharedHold> holds = new CopyOnWriteArrayList<>();

		private final List<SharedHold> inChain;

		private final Scheduler scheduler;

		private volatile boolean completed;

		private Locks(List<SharedHold> inChain, Scheduler scheduler) {
			this.inChain = inChain;
			this.scheduler = scheduler;
		}

		static Locks of(TransactionSynchronizationManager transaction, Scheduler scheduler) {
			return transaction.getSynchronizations()
				.stream()
				.filter(Locks.class::isInstance)
				.map(Locks.class::cast)
				.findAny()
				.orElseGet(() -> {
					Locks locks = new Locks(inChain(transaction), scheduler);
					transaction.registerSynchronization(locks);
					return locks;
				});
		}

		/**
		 * Return the locks of this transaction and of its suspended outer transactions.
		 */
		@SuppressWarnings("unchecked")
		private static List<SharedHold> inChain(TransactionSynchronizationManager transaction) {
			Object known = transaction.getResource(Locks.class);
			if (known != null) {
				return (List<SharedHold>) known;
			}
			List<SharedHold> inChain = new CopyOnWriteArrayList<>();
			transaction.bindResource(Locks.class, inChain);
			return inChain;
		}

		/**
		 * Find a hold that covers a call.
		 */
		@Nullable SharedHold covering(LockedInvocation call) {
			return this.inChain.stream().filter((hold) -> hold.covers(call)).findFirst().orElse(null);
		}

		/**
		 * Keep a lock, unless the transaction has already completed.
		 */
		void keep(SharedHold hold) {
			if (!this.holds.contains(hold) && hold.enter()) {
				this.holds.add(hold);
				this.inChain.add(hold);
			}
			if (this.completed) {
				leave();
			}
		}

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

		@Override
		public Mono<Void> beforeCommit(boolean readOnly) {
			return Mono.fromRunnable(() -> this.holds.forEach(SharedHold::checkEntry));
		}

		@Override
		public Mono<Void> afterCompletion(int status) {
			return Mono.<Void>fromRunnable(() -> {
				this.completed = true;
				leave();
			}).subscribeOn(this.scheduler);
		}

		private void leave() {
			for (SharedHold hold : this.holds) {
				this.inChain.remove(hold);
				if (this.holds.remove(hold)) {
					leave(hold);
				}
			}
		}

		private static void leave(SharedHold hold) {
			try {
				hold.leave();
			}
			catch (RuntimeException ex) {
				logger.warn("Lock {} could not be released after its transaction", hold, ex);
			}
		}

	}

}
