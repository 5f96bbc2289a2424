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
import io.distlock.internal.observer.SafeObserver;

/**
 * Notifies an observer of the requests of an engine.
 */
final class EngineObservation {

	private final String provider;

	private final SafeObserver observer;

	/**
	 * Create the observation of an engine.
	 * @param provider the name of the provider
	 * @param source finds the observer; called with the first request
	 */
	EngineObservation(String provider, Supplier<LockObserver> source) {
		this.provider = provider;
		this.observer = new SafeObserver(source);
	}

	/**
	 * Return whether the engine has no observer to notify, now or later.
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

	/**
	 * Acquire a lock asynchronously. The future completes within the observer's context,
	 * after the observer was notified of the end. Called on the requesting thread.
	 */
	CompletableFuture<HeldLock> acquireAsync(LockRequest request, Supplier<CompletableFuture<HeldLock>> call) {
		LockObserver.Acquisition observed = this.observer.acquiring(request, this.provider);
		if (observed == null) {
			return call.get();
		}
		CompletableFuture<HeldLock> result = new CompletableFuture<>();
		Executor continuing = observed.continuing();
		CompletableFuture<HeldLock> acquiring = begin(call, observed);
		result.whenComplete((lock, failure) -> {
			if (failure != null) {
				acquiring.cancel(false);
			}
		});
		acquiring.whenComplete((lock, failure) -> {
			if (lock != null && result.isDone()) {
				observed.notAcquired(LockObserver.Reason.CANCELLED, null);
				lock.release();
			}
			else if (lock != null) {
				ObservableLock.observe(lock, observed);
				continuing.execute(() -> deliver(lock, result));
			}
			else {
				Throwable reason = (failure != null) ? failure : new IllegalStateException("No lock");
				observed.notAcquired(reason(reason), reason);
				continuing.execute(() -> result.completeExceptionally(reason));
			}
		});
		return result;
	}

	private static CompletableFuture<HeldLock> begin(Supplier<CompletableFuture<HeldLock>> call,
			LockObserver.Acquisition observed) {
		try {
			return call.get();
		}
		catch (RuntimeException | Error ex) {
			observed.notAcquired(LockObserver.Reason.ERROR, ex);
			throw ex;
		}
	}

	private static LockObserver.Reason reason(Throwable failure) {
		if (failure instanceof LockNotAcquiredException) {
			return LockObserver.Reason.BUSY;
		}
		return (failure instanceof CancellationException) ? LockObserver.Reason.CANCELLED : LockObserver.Reason.ERROR;
	}

	private static void deliver(HeldLock lock, CompletableFuture<HeldLock> result) {
		if (!result.complete(lock)) {
			lock.release();
		}
	}

	/**
	 * Acquires a lock on the calling thread.
	 */
	@FunctionalInterface
	interface Call {

		Optional<HeldLock> acquire() throws InterruptedException;

	}

}
