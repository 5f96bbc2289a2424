// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.interceptor.expression.LockExpressionRoot;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Calls a locked method under its lock.
 *
 * @since 0.1.0
 */
public final class DistributedLockInterceptor implements MethodInterceptor {

	private final DistributedLockOperationSource source;

	private final Supplier<LockOperationsResolver> resolver;

	private final Executor executor;

	private final Supplier<@Nullable ReactiveTransactionScope> transactions;

	private final Map<String, LockOperations> operations = new ConcurrentHashMap<>();

	/**
	 * Create an interceptor.
	 * @param source knows the locked methods
	 * @param resolver finds the lock operations, asked for when the first locked method
	 * is called
	 * @param executor calls asynchronous methods once they have their lock, and releases
	 * it; must not make one task wait for another
	 * @param transactions finds reactive transactions, or gives {@code null} where locks
	 * are not kept for them
	 */
	public DistributedLockInterceptor(DistributedLockOperationSource source, Supplier<LockOperationsResolver> resolver,
			Executor executor, Supplier<@Nullable ReactiveTransactionScope> transactions) {
		this.source = source;
		this.resolver = resolver;
		this.executor = executor;
		this.transactions = transactions;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? target.getClass() : invocation.getMethod().getDeclaringClass();
		DistributedLockOperation operation = (target != null) ? this.source.find(invocation.getMethod(), target)
				: this.source.find(invocation.getMethod(), targetClass);
		if (operation == null) {
			return invocation.proceed();
		}
		LockExpressionRoot root = new LockExpressionRoot(invocation, operation.method(),
				ClassUtils.getUserClass(targetClass));
		if (operation.transaction() != null) {
			return new TransactionLock(invocation, operation, root).invoke(operation.transaction());
		}
		return switch (operation.style()) {
			case BLOCKING, BLOCKING_FUTURE -> invokeBlocking(invocation, operation, root);
			case STAGE -> invokeStage(invocation, operation, root);
			case REACTIVE -> ReactiveSupport.invoke(this, invocation, operation, root);
		};
	}

	private @Nullable Object invokeBlocking(MethodInvocation invocation, DistributedLockOperation operation,
			LockExpressionRoot root) throws Throwable {
		LockedInvocation call = call(invocation, operation, root);
		return (call != null) ? BlockingLock.invoke(call) : invocation.proceed();
	}

	private @Nullable Object invokeStage(MethodInvocation invocation, DistributedLockOperation operation,
			LockExpressionRoot root) throws Throwable {
		LockedInvocation call;
		try {
			call = call(invocation, operation, root);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		return (call != null) ? StageLock.invoke(call, this.executor) : invocation.proceed();
	}

	/**
	 * Find out what a call locks.
	 * @return the call, or {@code null} if it needs no lock
	 */
	private @Nullable LockedInvocation call(MethodInvocation invocation, DistributedLockOperation operation,
			LockExpressionRoot root) {
		LockRequest request = operation.request(root);
		return (request != null)
				? new LockedInvocation(invocation, operation, operations(operation.provider()), request, root) : null;
	}

	private LockOperations operations(String provider) {
		LockOperations known = this.operations.get(provider);
		if (known == null) {
			known = this.resolver.get().resolve(provider);
			this.operations.put(provider, known);
		}
		return known;
	}

	/**
	 * Code that needs Reactor, in a class of its own because Reactor is optional.
	 */
	private static final class ReactiveSupport {

		private ReactiveSupport() {
		}

		static @Nullable Object invoke(DistributedLockInterceptor interceptor, MethodInvocation invocation,
				DistributedLockOperation operation, LockExpressionRoot root) throws Throwable {
			LockedInvocation call;
			try {
				call = interceptor.call(invocation, operation, root);
			}
			catch (RuntimeException ex) {
				return ReactiveLock.failed(operation.method(), ex);
			}
			return (call != null) ? ReactiveLock.invoke(call, interceptor.executor, interceptor.transactions.get())
					: invocation.proceed();
		}

	}

}
