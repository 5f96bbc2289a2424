// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import org.jspecify.annotations.Nullable;

/**
 * Future for the caller of an observed asynchronous request: it completes when the
 * observer knows of the end, and within the observer's context.
 */
final class ObservedFuture {

	private final ObserverGuard.ObservedRequest request;

	private final CompletableFuture<HeldLock> result = new CompletableFuture<>();

	private Executor continuing = Runnable::run;

	/**
	 * Create the future on the thread that asks.
	 */
	ObservedFuture(ObserverGuard.ObservedRequest request) {
		this.request = request;
		request.guarded(() -> this.continuing = request.acquisition().continuing());
	}

	CompletableFuture<HeldLock> follow(Supplier<CompletableFuture<HeldLock>> call) {
		CompletableFuture<HeldLock> acquiring = call(call);
		this.result.whenComplete((lock, failure) -> {
			if (failure != null) {
				acquiring.cancel(false);
			}
		});
		acquiring.whenComplete(this::ended);
		return this.result;
	}

	private CompletableFuture<HeldLock> call(Supplier<CompletableFuture<HeldLock>> call) {
		try {
			return call.get();
		}
		catch (RuntimeException | Error ex) {
			this.request.notAcquired(LockObserver.Reason.ERROR, ex);
			throw ex;
		}
	}

	private void ended(@Nullable HeldLock lock, @Nullable Throwable failure) {
		if (lock != null && this.result.isDone()) {
			this.request.notAcquired(LockObserver.Reason.CANCELLED, null);
			lock.release();
		}
		else if (lock != null) {
			this.request.acquired(lock);
			resume(() -> deliver(lock));
		}
		else {
			Throwable reason = (failure != null) ? failure : new IllegalStateException("No lock");
			this.request.notAcquired(reason(reason), reason);
			resume(() -> this.result.completeExceptionally(reason));
		}
	}

	private static LockObserver.Reason reason(Throwable failure) {
		if (failure instanceof LockNotAcquiredException) {
			return LockObserver.Reason.BUSY;
		}
		return (failure instanceof CancellationException) ? LockObserver.Reason.CANCELLED : LockObserver.Reason.ERROR;
	}

	private void deliver(HeldLock lock) {
		if (!this.result.complete(lock)) {
			lock.release();
		}
	}

	/**
	 * Run what follows, whatever becomes of its context.
	 */
	private void resume(Runnable continuation) {
		AtomicBoolean ran = new AtomicBoolean();
		Runnable once = () -> {
			if (ran.compareAndSet(false, true)) {
				continuation.run();
			}
		};
		this.request.guarded(() -> this.continuing.execute(once));
		once.run();
	}

}
