// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import io.distlock.FencedCalls;
import io.distlock.HeldLock;
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
 * One call of a locked method, with its keys evaluated.
 */
record LockedInvocation(MethodInvocation invocation, DistributedLockOperation operation, LockOperations operations,
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
	 * Call the method on another thread, or once more.
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
		return this.operation.busy().handle(this.root, reason);
	}

}
