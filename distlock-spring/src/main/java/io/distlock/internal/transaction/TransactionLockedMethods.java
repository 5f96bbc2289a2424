// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.util.Objects;
import java.util.function.Supplier;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.internal.transaction.TransactionAttributeResolver.MethodTransaction;
import io.distlock.provider.LockKey;
import io.distlock.transactional.TransactionLockException;
import io.distlock.transactional.TransactionLockedCalls;
import io.distlock.transactional.TransactionLocks;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Takes the locks of methods that are locked for their transaction: at once in one that
 * the method joins, and otherwise when its own begins, before any statement of the
 * application. A busy lock ends the transaction before the method is entered.
 *
 * @since 0.1.0
 */
public final class TransactionLockedMethods implements TransactionLockedCalls, TransactionHook.Step {

	private final ThreadLocal<@Nullable Call> pending = new ThreadLocal<>();

	private final Supplier<TransactionLocks> locks;

	private final TransactionAttributeResolver transactions;

	private volatile boolean expected;

	/**
	 * Create an instance.
	 * @param locks takes the locks, asked for at the first call
	 * @param transactions knows the transactions of methods
	 */
	public TransactionLockedMethods(Supplier<TransactionLocks> locks, TransactionAttributeResolver transactions) {
		this.locks = locks;
		this.transactions = transactions;
	}

	@Override
	public void expect() {
		this.expected = true;
	}

	/**
	 * Return whether there is a method that is locked for its transaction.
	 * @return whether one was found yet
	 */
	public boolean isExpected() {
		return this.expected;
	}

	@Override
	public Entry enter(LockRequest request) {
		LockedMethod method = Objects.requireNonNull(request.method());
		MethodTransaction transaction = this.transactions.find(method);
		Call call = new Call(request, method, (transaction != null) ? transaction.manager() : null);
		boolean joins = (transaction != null) ? transaction.joins()
				: TransactionSynchronizationManager.isActualTransactionActive();
		if (joins) {
			TransactionLocks all = this.locks.get();
			call.lock((transaction != null) ? all.of(Objects.requireNonNull(transaction.manager())) : all);
			return call;
		}
		if (transaction == null || !transaction.begins()) {
			throw call.refused(
					"Lock '%s' of %s is to end with a transaction, but the method has none. Annotate it with @Transactional, call it in a transaction, or use a lock with a lease (lifetime = METHOD)");
		}
		if (!transaction.isReportedTo(this)) {
			throw call.refused(
					"Lock '%s' of %s is to be taken when its transaction begins, but the transaction manager does not report its start. Use one that extends AbstractPlatformTransactionManager and is a bean, or call TransactionLocks.lock() as the first statement of the method");
		}
		this.pending.set(call);
		return call;
	}

	/**
	 * Lock, if a method waits for the transaction.
	 */
	@Override
	public void begun(Object manager, TransactionExecution transaction) {
		Call call = this.pending.get();
		if (call != null && call.waitsFor(manager, transaction)) {
			call.lock(this.locks.get().of(manager));
			call.transaction = transaction;
		}
	}

	/**
	 * A call, whose lock is taken at once or when the transaction of the method begins.
	 */
	private final class Call implements Entry {

		private final @Nullable Call outer = TransactionLockedMethods.this.pending.get();

		private final LockRequest request;

		private final LockedMethod method;

		private final @Nullable Object manager;

		private boolean begun;

		private @Nullable TransactionExecution transaction;

		private @Nullable LockNotAcquiredException busy;

		private Call(LockRequest request, LockedMethod method, @Nullable Object manager) {
			this.request = request;
			this.method = method;
			this.manager = manager;
		}

		/**
		 * Return whether a transaction is that of the method, and not another one that
		 * begins in the call before it. There are several if the call is tried again.
		 */
		boolean waitsFor(Object manager, TransactionExecution transaction) {
			return (this.transaction == null || this.transaction.isCompleted()) && manager == this.manager
					&& transaction.getTransactionName().endsWith("." + this.method.method().getName());
		}

		void lock(TransactionLocks locks) {
			try {
				locks.lock(this.request);
				this.begun = true;
			}
			catch (LockNotAcquiredException ex) {
				this.busy = ex;
				throw ex;
			}
		}

		@Override
		public boolean isBusy(LockNotAcquiredException failure) {
			return failure == this.busy;
		}

		@Override
		public void verify() {
			if (!this.begun) {
				throw refused(
						"%2$s ran without its lock '%1$s', because the start of its transaction was not observed. Use a transaction manager that extends AbstractPlatformTransactionManager, and make sure that calls of the method go through the advice of @Transactional; or call TransactionLocks.lock() in the method");
			}
		}

		TransactionLockException refused(String reason) {
			return new TransactionLockException(this.request.keys().get(0), this.request.name(),
					reason.formatted(LockKey.shown(String.join(", ", this.request.keys())), this.method), null);
		}

		@Override
		public void close() {
			if (this.outer != null) {
				TransactionLockedMethods.this.pending.set(this.outer);
			}
			else {
				TransactionLockedMethods.this.pending.remove();
			}
		}

	}

}
