// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.monitor.SafeObserver;
import org.jspecify.annotations.Nullable;

/**
 * Notifies an observer of the requests to an engine.
 */
final class EngineObservation {

	private final String provider;

	private final SafeObserver observer;

	/**
	 * Create the observation of an engine.
	 * @param provider the name of the provider
	 * @param source finds the observer, asked for with the first request
	 */
	EngineObservation(String provider, Supplier<LockObserver> source) {
		this.provider = provider;
		this.observer = new SafeObserver(source);
	}

	/**
	 * Return whether there is nothing to notify, now and later.
	 */
	boolean isOff() {
		return this.observer.isOff();
	}

	Optional<HeldLock> acquire(LockRequest request, Call call) throws InterruptedException {
		LockObserver.Acquisition observed = this.observer.acquiring(request, this.provider);
		if (observed == null) {
			return call.acquire();
		}
		Optional<HeldLock> held;
		try {
			held = call.acquire();
		}
		catch (InterruptedException ex) {
			observed.notAcquired(LockObserver.Reason.INTERRUPTED, ex);
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			observed.notAcquired(LockObserver.Reason.ERROR, ex);
			throw ex;
		}
		held.ifPresentOrElse((lock) -> ObservableLock.observe(lock, observed),
				() -> observed.notAcquired(LockObserver.Reason.BUSY, null));
		return held;
	}

	CompletableFuture<HeldLock> acquireAsync(LockRequest request, Supplier<CompletableFuture<HeldLock>> call) {
		LockObserver.Acquisition observed = this.observer.acquiring(request, this.provider);
		return (observed != null) ? new ObservedFuture(observed).follow(call) : call.get();
	}

	/**
	 * Acquires a lock on the calling thread.
	 */
	@FunctionalInterface
	interface Call {

		Optional<HeldLock> acquire() throws InterruptedException;

	}

	/**
	 * Future for the caller of an observed asynchronous request: it completes when the
	 * observer knows of the end, and within the observer's context.
	 */
	private static final class ObservedFuture {

		private final LockObserver.Acquisition request;

		private final CompletableFuture<HeldLock> result = new CompletableFuture<>();

		private final Executor continuing;

		/**
		 * Create the future on the thread that asks.
		 */
		ObservedFuture(LockObserver.Acquisition request) {
			this.request = request;
			this.continuing = request.continuing();
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
				ObservableLock.observe(lock, this.request);
				this.continuing.execute(() -> deliver(lock));
			}
			else {
				Throwable reason = (failure != null) ? failure : new IllegalStateException("No lock");
				this.request.notAcquired(reason(reason), reason);
				this.continuing.execute(() -> this.result.completeExceptionally(reason));
			}
		}

		private static LockObserver.Reason reason(Throwable failure) {
			if (failure instanceof LockNotAcquiredException) {
				return LockObserver.Reason.BUSY;
			}
			return (failure instanceof CancellationException) ? LockObserver.Reason.CANCELLED
					: LockObserver.Reason.ERROR;
		}

		private void deliver(HeldLock lock) {
			if (!this.result.complete(lock)) {
				lock.release();
			}
		}

	}

}
