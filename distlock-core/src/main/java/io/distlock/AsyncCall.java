// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Asynchronous work under a lock. The lock is released when the work is done, whichever
 * way, and the caller's future completes after that. Cancelling that future, or its
 * timeout, ends the wait for the lock, or cancels the work.
 *
 * @param <T> the type of the result
 */
final class AsyncCall<T extends @Nullable Object> {

	private final LockEngine engine;

	private final LockRequest request;

	private final Function<? super HeldLock, ? extends CompletionStage<T>> action;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	AsyncCall(LockEngine engine, LockRequest request, Function<? super HeldLock, ? extends CompletionStage<T>> action) {
		this.engine = engine;
		this.request = request;
		this.action = action;
	}

	CompletableFuture<T> start() {
		CompletableFuture<HeldLock> acquisition = this.engine.acquireAsync(this.request).toCompletableFuture();
		cancelWithResult(acquisition);
		acquisition.whenComplete(this::acquired);
		return this.result;
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
			this.result.completeExceptionally(cause(Objects.requireNonNull(failure)));
		}
		else if (this.result.isDone()) {
			this.engine.releaseAsync(lock);
		}
		else {
			run(lock);
		}
	}

	private static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	private void run(HeldLock lock) {
		if (this.request.onLost() == OnLost.INTERRUPT) {
			lock.onLost(this.result::completeExceptionally);
		}
		CompletionStage<T> stage;
		try (LockContext.Binding binding = LockContext.bind(lock, this.request.onLost())) {
			stage = Objects.requireNonNull(this.action.apply(lock), "'action' must return a stage");
		}
		catch (Throwable ex) {
			end(lock, null, ex);
			return;
		}
		if (stage instanceof CompletableFuture<T> future) {
			cancelWithResult(future);
		}
		stage.whenComplete((value, failure) -> end(lock, value, failure));
	}

	private void end(HeldLock lock, @Nullable T value, @Nullable Throwable failure) {
		this.engine.releaseAsync(lock).whenComplete((held, notReleased) -> {
			LockLostException loss = Boolean.TRUE.equals(held) ? null : LockTemplate.loss(lock);
			if (failure != null) {
				this.result.completeExceptionally(withLoss(cause(failure), loss));
			}
			else if (loss != null && this.request.onLost() != OnLost.IGNORE) {
				this.result.completeExceptionally(loss);
			}
			else {
				this.result.complete(value);
			}
		});
	}

	private static Throwable withLoss(Throwable failure, @Nullable LockLostException loss) {
		if (loss != null && loss != failure) {
			failure.addSuppressed(loss);
		}
		return failure;
	}

}
