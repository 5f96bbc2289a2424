// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

import io.distlock.DeferredResultException;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.OnLost;
import io.distlock.interceptor.result.LazyResults;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method that returns a {@link CompletionStage} under a lock: the lock is held
 * until that stage is complete, and the future that the caller got completes after the
 * release. Cancelling that future ends the wait, or cancels the method's own future.
 */
final class StageLock {

	private final LockedInvocation call;

	private final Executor executor;

	private final @Nullable SharedHold around = SharedHold.current().stream().findFirst().orElse(null);

	private final UnaryOperator<Runnable> caller = CallerContext.capture();

	private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();

	private StageLock(LockedInvocation call, Executor executor) {
		this.call = call;
		this.executor = executor;
	}

	static CompletableFuture<@Nullable Object> invoke(LockedInvocation call, Executor executor) {
		return new StageLock(call, executor).start();
	}

	private CompletableFuture<@Nullable Object> start() {
		SharedHold outer;
		try {
			outer = SharedHold.find(this.call);
		}
		catch (IllegalStateException | LockLostException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		if (outer != null && outer.enter()) {
			run(outer);
			return this.result;
		}
		CompletableFuture<HeldLock> acquisition = this.call.operations()
			.acquireAsync(this.call.request())
			.toCompletableFuture();
		cancelWithResult(acquisition);
		acquisition.whenComplete((lock, failure) -> inContext(() -> acquired(lock, failure)));
		return this.result;
	}

	private void inContext(Runnable task) {
		this.executor.execute(this.caller.apply(task));
	}

	private void cancelWithResult(CompletableFuture<?> other) {
		this.result.whenComplete((value, failure) -> {
			if (failure != null) {
				other.cancel(true);
			}
		});
	}

	private void acquired(@Nullable HeldLock lock, @Nullable Throwable failure) {
		if (lock == null) {
			notAcquired(unwrap(failure));
		}
		else if (this.result.isDone()) {
			lock.close();
		}
		else {
			run(new SharedHold(lock, this.call, this.around));
		}
	}

	private static @Nullable Throwable unwrap(@Nullable Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	private void notAcquired(@Nullable Throwable failure) {
		if (!(failure instanceof LockNotAcquiredException reason)) {
			complete(null, failure);
			return;
		}
		try {
			follow(this.call.busy(reason), this::complete);
		}
		catch (Throwable ex) {
			complete(null, ex);
		}
	}

	private void run(SharedHold hold) {
		if (this.call.onLost() == OnLost.INTERRUPT) {
			hold.addCallback(this, this.result::completeExceptionally);
		}
		try (LockContext.Binding binding = hold.bind()) {
			hold.checkEntry();
			Object stage = this.call.proceedAsync();
			follow(stage, (value, failure) -> inContext(() -> end(hold, value, failure)));
		}
		catch (Throwable ex) {
			end(hold, null, ex);
		}
	}

	private void follow(@Nullable Object stage, Completion completion) {
		if (!(stage instanceof CompletionStage<?> running)) {
			completion.complete(null, null);
			return;
		}
		if (stage instanceof CompletableFuture<?> future) {
			cancelWithResult(future);
		}
		running.whenComplete((value, failure) -> completion.complete(value, unwrap(failure)));
	}

	private void end(SharedHold hold, @Nullable Object value, @Nullable Throwable failure) {
		try {
			LazyResults.check(value, this.call.operation().method(), hold);
			leave(hold, value, failure);
		}
		catch (DeferredResultException ex) {
			leave(hold, null, ex);
		}
	}

	private void leave(SharedHold hold, @Nullable Object value, @Nullable Throwable failure) {
		LockLostException loss;
		hold.done(this);
		try {
			loss = hold.leave();
		}
		catch (Throwable ex) {
			// An error of the provider. The caller would wait for this future for ever.
			complete(null, (failure != null) ? withSuppressed(failure, ex) : ex);
			return;
		}
		if (failure == null) {
			complete(value, (this.call.onLost() != OnLost.IGNORE) ? loss : null);
			return;
		}
		complete(null, (loss != null) ? withSuppressed(failure, loss) : failure);
	}

	private static Throwable withSuppressed(Throwable failure, Throwable other) {
		if (other != failure) {
			failure.addSuppressed(other);
		}
		return failure;
	}

	private void complete(@Nullable Object value, @Nullable Throwable failure) {
		if (failure != null) {
			this.result.completeExceptionally(failure);
		}
		else {
			this.result.complete(value);
		}
	}

	/**
	 * Continuation of a stage.
	 */
	@FunctionalInterface
	private interface Completion {

		void complete(@Nullable Object value, @Nullable Throwable failure);

	}

}
