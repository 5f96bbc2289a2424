// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.util.Objects;
import java.util.function.Supplier;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.internal.interceptor.operation.TransactionLockedCalls;
import io.distlock.internal.transaction.TransactionAttributeResolver.MethodTransaction;
import io.distlock.provider.LockKey;
import io.distlock.transactional.TransactionLockException;
import io.distlock.transactional.TransactionLocks;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Acquires the locks of methods with transaction-scoped locks: immediately if the method
 * joins a transaction, and otherwise at the start of the method's transaction, before any
 * statement of the application. A busy lock ends the transaction before the method is
 * entered.
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
	 * @param locks supplies the lock operations on the first call
	 * @param transactions resolves the transactions of methods
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
	 * Return whether a method with a transaction-scoped lock has been found.
	 * @return {@code true} if such a method has been found so far
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
	 * Acquire the lock if a method waits for this transaction.
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
	 * Call whose lock is acquired immediately or at the start of the method's
	 * transaction.
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
		 * Return whether a transaction belongs to the method, instead of another
		 * transaction that begins earlier in the call. Repeated attempts of the call have
		 * several transactions.
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
