// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.result.LazyResults;
import io.distlock.internal.interceptor.result.ReturnStyle;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.TargetClassAware;
import org.springframework.util.ClassUtils;

/**
 * Base class for interceptors that call an annotated method under its lock or role.
 *
 * @since 0.1.0
 */
public abstract sealed class LockedCallInterceptor implements MethodInterceptor
		permits DistributedLockInterceptor, LeaderOnlyInterceptor {

	private static final Logger logger = LoggerFactory.getLogger(LockedCallInterceptor.class);

	private final DistributedLockOperationSource source;

	private final Executor executor;

	private final Supplier<@Nullable ReactiveTransactionScope> transactions;

	/**
	 * Create an interceptor.
	 * @param source the annotated methods
	 * @param executor calls asynchronous methods after the acquisition, and releases
	 * locks; a task must not wait for another task
	 * @param transactions supplies the scope of reactive transactions, or {@code null} if
	 * locks are not kept for such transactions
	 */
	LockedCallInterceptor(DistributedLockOperationSource source, Executor executor,
			Supplier<@Nullable ReactiveTransactionScope> transactions) {
		this.source = source;
		this.executor = (task) -> execute(task, executor);
		this.transactions = transactions;
	}

	/**
	 * Run a task on the calling thread if no other thread is available: a dropped task
	 * would leave its lock held and its caller waiting forever.
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
	public final @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? target.getClass() : invocation.getMethod().getDeclaringClass();
		DistributedLockOperation operation = (target instanceof TargetClassAware proxy)
				? this.source.find(invocation.getMethod(), proxy)
				: this.source.find(invocation.getMethod(), targetClass);
		if (operation == null || operation.role() != isForRoles()) {
			return invocation.proceed();
		}
		return invoke(invocation, operation,
				LockExpressionRoot.of(invocation, operation.method(), ClassUtils.getUserClass(targetClass)));
	}

	/**
	 * Return whether this interceptor is for leader methods instead of locked methods.
	 * @return {@code true} for leader methods
	 */
	public abstract boolean isForRoles();

	/**
	 * Return the source of locks for a method.
	 */
	abstract LockedInvocation.Locks locks(DistributedLockOperation operation);

	@Nullable Object invoke(MethodInvocation invocation, DistributedLockOperation operation, LockExpressionRoot root)
			throws Throwable {
		LockedInvocation call;
		try {
			LockRequest request = operation.request(root);
			call = (request != null) ? new LockedInvocation(invocation, operation, locks(operation), request, root)
					: null;
		}
		catch (RuntimeException ex) {
			return failed(operation, ex);
		}
		if (call == null) {
			return invocation.proceed();
		}
		return switch (operation.style()) {
			case BLOCKING, BLOCKING_FUTURE -> invokeBlocking(call);
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
	 * Call a method under a lock on this thread. A failed acquisition in a nested call is
	 * not attributed to this call.
	 */
	@SuppressWarnings("NullAway") // bounds of type parameters in other modules lose their
									// annotations on JDK 17
	private static @Nullable Object invokeBlocking(LockedInvocation call) throws Throwable {
		SharedHold outer = LockContext.isEmpty() ? null : SharedHold.find(call);
		if (outer != null && outer.enter()) {
			return enter(outer, call);
		}
		AtomicBoolean entered = new AtomicBoolean();
		try {
			return call.locks().<@Nullable Object, Throwable>execute(call.request(), (lock) -> {
				entered.setPlain(true);
				return finished(call.proceed(lock), call, lock);
			});
		}
		catch (LockNotAcquiredException ex) {
			if (entered.getPlain()) {
				throw ex;
			}
			return call.busy(ex);
		}
	}

	/**
	 * Call the method under the lock of an enclosing asynchronous call, and keep the lock
	 * until the method has returned, even if the enclosing call ends earlier.
	 */
	private static @Nullable Object enter(SharedHold outer, LockedInvocation call) throws Throwable {
		try {
			outer.checkEntry();
			return finished(call.proceed(outer), call, outer);
		}
		finally {
			outer.leave();
		}
	}

	/**
	 * Ensure that the work is completed while the lock is held.
	 */
	private static @Nullable Object finished(@Nullable Object result, LockedInvocation call, HeldLock lock)
			throws InterruptedException {
		if (result == null) {
			return null;
		}
		DistributedLockOperation operation = call.operation();
		if (operation.style() == ReturnStyle.BLOCKING) {
			LazyResults.check(result, operation.method(), call.request());
		}
		else if (result instanceof Future<?> future) {
			LazyResults.check(await(future), operation.method(), call.request());
		}
		return result;
	}

	private static @Nullable Object await(Future<?> future) throws InterruptedException {
		try {
			return future.get();
		}
		catch (ExecutionException | CancellationException ex) {
			// The caller receives the future with the failure.
			return null;
		}
	}

}
