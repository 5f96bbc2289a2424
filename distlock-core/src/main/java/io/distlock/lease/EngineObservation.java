// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * Notifies the observer, and isolates locks from its failures. Without an observer, a
 * request costs one read of a field.
 */
final class EngineObservation {

	private final String provider;

	private final Supplier<LockObserver> source;

	private final ObserverGuard guard = new ObserverGuard();

	private volatile @Nullable LockObserver observer;

	/**
	 * Create the observation of an engine.
	 * @param provider the name of the provider
	 * @param source finds the observer, asked for with the first request
	 */
	EngineObservation(String provider, Supplier<LockObserver> source) {
		this.provider = provider;
		this.source = source;
	}

	boolean isOff() {
		return observer() == LockObserver.NONE;
	}

	private LockObserver observer() {
		LockObserver observer = this.observer;
		return (observer != null) ? observer : find();
	}

	private LockObserver find() {
		try {
			LockObserver found = this.source.get();
			this.observer = found;
			return found;
		}
		catch (RuntimeException | Error ex) {
			this.guard.failed(ex);
			return LockObserver.NONE;
		}
	}

	Optional<HeldLock> acquire(LockRequest request, Call call) throws InterruptedException {
		ObserverGuard.ObservedRequest observed = begin(request);
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
		held.ifPresentOrElse((lock) -> observed.acquired(lock),
				() -> observed.notAcquired(LockObserver.Reason.BUSY, null));
		return held;
	}

	CompletableFuture<HeldLock> acquireAsync(LockRequest request, Supplier<CompletableFuture<HeldLock>> call) {
		ObserverGuard.ObservedRequest observed = begin(request);
		return (observed != null) ? new ObservedFuture(observed).follow(call) : call.get();
	}

	private ObserverGuard.@Nullable ObservedRequest begin(LockRequest request) {
		try {
			LockObserver.Acquisition acquisition = observer().acquiring(request, this.provider);
			return (acquisition != null) ? new ObserverGuard.ObservedRequest(this.guard, acquisition) : null;
		}
		catch (RuntimeException | Error ex) {
			this.guard.failed(ex);
			return null;
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
