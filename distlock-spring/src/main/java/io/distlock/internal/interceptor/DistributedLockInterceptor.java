// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockCallback;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.operation.LockOperationsResolver;
import io.distlock.internal.interceptor.operation.TransactionLockedCalls;
import io.distlock.internal.interceptor.result.EntryNote;
import io.distlock.internal.interceptor.result.LazyResults;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Interceptor that calls a locked method under its lock.
 *
 * @since 0.1.0
 */
public final class DistributedLockInterceptor extends LockedCallInterceptor {

	private final Supplier<LockOperationsResolver> resolver;

	private final Map<String, LockedInvocation.Locks> providers = new ConcurrentHashMap<>();

	/**
	 * Create an interceptor.
	 * @param source the locked methods
	 * @param resolver supplies the lock operations on the first call of a locked method
	 * @param executor calls asynchronous methods after the acquisition, and releases
	 * locks; a task must not wait for another task
	 * @param transactions supplies the scope of reactive transactions, or {@code null} if
	 * locks are not kept for such transactions
	 */
	public DistributedLockInterceptor(DistributedLockOperationSource source, Supplier<LockOperationsResolver> resolver,
			Executor executor, Supplier<@Nullable ReactiveTransactionScope> transactions) {
		super(source, executor, transactions);
		this.resolver = resolver;
	}

	@Override
	public boolean isForRoles() {
		return false;
	}

	@Override
	@Nullable Object invoke(MethodInvocation invocation, DistributedLockOperation operation, LockExpressionRoot root)
			throws Throwable {
		return (operation.transaction() != null)
				? invokeInTransaction(invocation, operation, root, operation.transaction())
				: super.invoke(invocation, operation, root);
	}

	/**
	 * Call a method with a transaction-scoped lock. If the lock is busy, the fallback is
	 * called after the method's transaction, or in the caller's transaction.
	 */
	private static @Nullable Object invokeInTransaction(MethodInvocation invocation, DistributedLockOperation operation,
			LockExpressionRoot root, TransactionLockedCalls calls) throws Throwable {
		LockRequest request = operation.request(root);
		if (request == null) {
			return invocation.proceed();
		}
		TransactionLockedCalls.Entry entered = null;
		try (TransactionLockedCalls.Entry entry = calls.enter(request)) {
			entered = entry;
			Object result = EntryNote.proceed(invocation, entry::verify);
			LazyResults.check(result, operation.method(), request);
			return result;
		}
		catch (LockNotAcquiredException ex) {
			if (entered != null && !entered.isBusy(ex)) {
				throw ex;
			}
			return operation.handleBusy(root, ex);
		}
	}

	@Override
	LockedInvocation.Locks locks(DistributedLockOperation operation) {
		LockedInvocation.Locks known = this.providers.get(operation.provider());
		if (known == null) {
			known = new ProviderLocks(this.resolver.get().resolve(operation.provider()));
			this.providers.put(operation.provider(), known);
		}
		return known;
	}

	/**
	 * Locks of one provider.
	 */
	private record ProviderLocks(LockOperations operations) implements LockedInvocation.Locks {

		@Override
		public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request,
				LockCallback<T, E> action) throws E {
			return this.operations.execute(request, action);
		}

		@Override
		public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
			return this.operations.acquireAsync(request);
		}

	}

}
