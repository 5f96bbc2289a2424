// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import java.util.Objects;
import java.util.function.Supplier;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.TransactionLockException;
import io.distlock.TransactionLockedCalls;
import io.distlock.TransactionLocks;
import io.distlock.provider.LockKey;
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

	private static final Entry LOCKED = new Locked();

	private final ThreadLocal<@Nullable PendingLock> pending = new ThreadLocal<>();

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
	public Entry enter(LockRequest request, LockedMethod method) {
		MethodTransaction transaction = this.transactions.find(method);
		if (transaction == null) {
			return join(request, method);
		}
		if (transaction.joins()) {
			this.locks.get().of(Objects.requireNonNull(transaction.manager())).lock(request);
			return LOCKED;
		}
		if (!transaction.begins()) {
			throw noTransaction(request, method);
		}
		if (!transaction.isReportedTo(this)) {
			throw unheard(request, method);
		}
		return expect(request, method, transaction);
	}

	private Entry join(LockRequest request, LockedMethod method) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()) {
			throw noTransaction(request, method);
		}
		this.locks.get().lock(request);
		return LOCKED;
	}

	private Entry expect(LockRequest request, LockedMethod method, MethodTransaction transaction) {
		PendingLock outer = this.pending.get();
		PendingLock lock = new PendingLock(request, method, transaction, () -> restore(outer));
		this.pending.set(lock);
		return lock;
	}

	private void restore(@Nullable PendingLock outer) {
		if (outer != null) {
			this.pending.set(outer);
		}
		else {
			this.pending.remove();
		}
	}

	/**
	 * Lock, if a method waits for the transaction.
	 */
	@Override
	public void begun(Object manager, TransactionExecution transaction) {
		PendingLock lock = this.pending.get();
		if (lock != null && lock.isOf(manager, transaction)) {
			lock.lock(this.locks.get().of(manager));
		}
	}

	private static TransactionLockException noTransaction(LockRequest request, LockedMethod method) {
		return new TransactionLockException(request.keys().get(0),
				"Lock '%s' of %s is to end with a transaction, but the method has none. Annotate it with @Transactional, call it in a transaction, or use a lock with a lease (lifetime = METHOD)"
					.formatted(LockKey.shown(String.join(", ", request.keys())), method),
				null);
	}

	private static TransactionLockException unheard(LockRequest request, LockedMethod method) {
		return new TransactionLockException(request.keys().get(0),
				"Lock '%s' of %s is to be taken when its transaction begins, but the transaction manager does not report its start. Use one that extends AbstractPlatformTransactionManager and is a bean, or call TransactionLocks.lock() as the first statement of the method"
					.formatted(LockKey.shown(String.join(", ", request.keys())), method),
				null);
	}

	/**
	 * A call whose lock was taken at once.
	 */
	private static final class Locked implements Entry {

		@Override
		public boolean isBusy(LockNotAcquiredException failure) {
			return false;
		}

		@Override
		public void verify() {
		}

		@Override
		public void close() {
		}

	}

}
