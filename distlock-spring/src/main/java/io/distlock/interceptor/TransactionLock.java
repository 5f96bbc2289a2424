// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.interceptor.expression.LockExpressionRoot;
import io.distlock.interceptor.operation.DistributedLockOperation;
import io.distlock.transactional.TransactionLockedCalls;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method whose lock ends with its transaction. What is called instead of it if
 * the lock is busy is called after its transaction, or in that of its caller.
 *
 * @param invocation the call
 * @param operation what is known of the method
 * @param root the call as expressions see it
 */
record TransactionLock(MethodInvocation invocation, DistributedLockOperation operation, LockExpressionRoot root) {

	@Nullable Object invoke(TransactionLockedCalls calls) throws Throwable {
		LockRequest request = this.operation.request(this.root);
		if (request == null) {
			return this.invocation.proceed();
		}
		TransactionLockedCalls.Entry entry;
		try {
			entry = calls.enter(request);
		}
		catch (LockNotAcquiredException ex) {
			return busy(ex);
		}
		return proceed(entry);
	}

	private @Nullable Object proceed(TransactionLockedCalls.Entry entry) throws Throwable {
		try (entry) {
			Object result = this.invocation.proceed();
			entry.verify();
			return result;
		}
		catch (LockNotAcquiredException ex) {
			if (!entry.isBusy(ex)) {
				throw ex;
			}
			return busy(ex);
		}
	}

	private @Nullable Object busy(LockNotAcquiredException reason) throws Throwable {
		return this.operation.busy().handle(this.root, reason);
	}

}
