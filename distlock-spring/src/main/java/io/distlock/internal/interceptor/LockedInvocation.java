// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.concurrent.CompletionStage;

import io.distlock.FencedCalls;
import io.distlock.HeldLock;
import io.distlock.LockCallback;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.result.EntryNote;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

/**
 * Call of a locked method with evaluated keys.
 */
record LockedInvocation(MethodInvocation invocation, DistributedLockOperation operation, Locks locks,
		LockRequest request, LockExpressionRoot root) {

	@Nullable Object proceed(HeldLock lock) throws Throwable {
		FencedCalls fenced = this.operation.fenced();
		if (fenced == null) {
			return this.invocation.proceed();
		}
		try (FencedCalls.Entry entry = fenced.enter(lock, this.request)) {
			return EntryNote.proceed(this.invocation, entry::verify);
		}
	}

	/**
	 * Call the method on another thread or repeatedly.
	 */
	@Nullable Object proceedAsync() throws Throwable {
		return proceedAsync(this.invocation.getArguments().clone());
	}

	@SuppressWarnings("NullAway") // arguments may be null, although the signature does
									// not say so
	@Nullable Object proceedAsync(@Nullable Object[] arguments) throws Throwable {
		MethodInvocation detached = (this.invocation instanceof ProxyMethodInvocation proxied)
				? proxied.invocableClone(arguments) : this.invocation;
		return detached.proceed();
	}

	@Nullable Object busy(LockNotAcquiredException reason) throws Throwable {
		return this.operation.handleBusy(this.root, reason);
	}

	/**
	 * Source of locks for calls: a provider, or the roles that this node leads.
	 */
	interface Locks {

		/**
		 * Do the work of a call under its lock.
		 * @throws LockNotAcquiredException if the lock was not acquired; the work did not
		 * run
		 * @see LockOperations#execute(LockRequest, LockCallback)
		 */
		<T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockCallback<T, E> action)
				throws E;

		/**
		 * Acquire a lock without an owning thread.
		 * @see LockOperations#acquireAsync(LockRequest)
		 */
		CompletionStage<HeldLock> acquireAsync(LockRequest request);

	}

}
