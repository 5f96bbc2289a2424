// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.SafeObserver;

/**
 * Notifies an observer of the requests to an engine. Without an observer, a request costs
 * one read of a field.
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

}
