// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.core.Ordered;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * The locks that are kept until a reactive transaction is complete. It does not commit if
 * one of them is lost.
 */
final class ReactiveTransactionLocks implements TransactionSynchronization, Ordered {

	private static final Logger logger = LoggerFactory.getLogger(ReactiveTransactionLocks.class);

	private final List<SharedHold> holds = new CopyOnWriteArrayList<>();

	private final List<SharedHold> inChain;

	private final Scheduler scheduler;

	private volatile boolean completed;

	private ReactiveTransactionLocks(List<SharedHold> inChain, Scheduler scheduler) {
		this.inChain = inChain;
		this.scheduler = scheduler;
	}

	static ReactiveTransactionLocks of(TransactionSynchronizationManager transaction, Scheduler scheduler) {
		return transaction.getSynchronizations()
			.stream()
			.filter(ReactiveTransactionLocks.class::isInstance)
			.map(ReactiveTransactionLocks.class::cast)
			.findAny()
			.orElseGet(() -> register(transaction, scheduler));
	}

	private static ReactiveTransactionLocks register(TransactionSynchronizationManager transaction,
			Scheduler scheduler) {
		ReactiveTransactionLocks locks = new ReactiveTransactionLocks(inChain(transaction), scheduler);
		transaction.registerSynchronization(locks);
		return locks;
	}

	/**
	 * Return the locks of this transaction and of those that are suspended around it.
	 */
	@SuppressWarnings("unchecked")
	private static List<SharedHold> inChain(TransactionSynchronizationManager transaction) {
		Object known = transaction.getResource(ReactiveTransactionLocks.class);
		if (known != null) {
			return (List<SharedHold>) known;
		}
		List<SharedHold> inChain = new CopyOnWriteArrayList<>();
		transaction.bindResource(ReactiveTransactionLocks.class, inChain);
		return inChain;
	}

	/**
	 * Find a hold that covers a call.
	 * @throws IllegalStateException if the call asks exclusively for what one shares
	 */
	@Nullable SharedHold covering(LockedInvocation call) {
		return this.inChain.stream().filter((hold) -> hold.covers(call)).findFirst().orElse(null);
	}

	/**
	 * Keep a lock, unless the transaction is complete already.
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
