// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.interceptor.expression.LockExpressionRoot;
import io.distlock.interceptor.operation.DistributedLockOperation;
import io.distlock.interceptor.operation.DistributedLockOperationSource;
import io.distlock.interceptor.operation.LockOperationsResolver;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.TargetClassAware;
import org.springframework.util.ClassUtils;

/**
 * Calls a locked method under its lock.
 *
 * @since 0.1.0
 */
public final class DistributedLockInterceptor implements MethodInterceptor {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLockInterceptor.class);

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
		this.executor = (task) -> execute(task, executor);
		this.transactions = transactions;
	}

	/**
	 * Run a task on the thread that asks if there is no other one: a task that is dropped
	 * would leave its lock held, and its caller waiting, for ever.
	 */
	private static void execute(Runnable task, Executor executor) {
		try {
			executor.execute(task);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			logger.warn("No thread for an asynchronous call of a locked method, which continues on the current one: {}",
					ex.toString());
			task.run();
		}
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? target.getClass() : invocation.getMethod().getDeclaringClass();
		DistributedLockOperation operation = (target instanceof TargetClassAware proxy)
				? this.source.find(invocation.getMethod(), proxy)
				: this.source.find(invocation.getMethod(), targetClass);
		if (operation == null) {
			return invocation.proceed();
		}
		LockExpressionRoot root = new LockExpressionRoot(invocation, operation.method(),
				ClassUtils.getUserClass(targetClass));
		if (operation.transaction() != null) {
			return new TransactionLock(invocation, operation, root).invoke(operation.transaction());
		}
		LockedInvocation call;
		try {
			call = call(invocation, operation, root);
		}
		catch (RuntimeException ex) {
			return failed(operation, ex);
		}
		if (call == null) {
			return invocation.proceed();
		}
		return switch (operation.style()) {
			case BLOCKING, BLOCKING_FUTURE -> BlockingLock.invoke(call);
			case STAGE -> StageLock.invoke(call, this.executor);
			case REACTIVE -> ReactiveLock.invoke(call, this.executor, this.transactions.get());
		};
	}

	private static Object failed(DistributedLockOperation operation, RuntimeException failure) {
		return switch (operation.style()) {
			case BLOCKING, BLOCKING_FUTURE -> throw failure;
			case STAGE -> CompletableFuture.failedFuture(failure);
			case REACTIVE -> ReactiveLock.failed(operation.method(), failure);
		};
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

}
