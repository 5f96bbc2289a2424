package io.distlock.lease;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the observer of what goes on, and keeps away from locks what it does wrong. Where
 * nobody observes, a request costs one look at a field.
 */
final class Observing {

	private static final Logger logger = LoggerFactory.getLogger(Observing.class);

	private final String provider;

	private final Supplier<LockObserver> source;

	private final AtomicBoolean complained = new AtomicBoolean();

	private volatile @Nullable LockObserver observer;

	/**
	 * Create the observation of an engine.
	 * @param provider the name of the provider
	 * @param source finds the observer, asked for with the first request
	 */
	Observing(String provider, Supplier<LockObserver> source) {
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
			failed(ex);
			return LockObserver.NONE;
		}
	}

	Optional<HeldLock> acquire(LockRequest request, Call call) throws InterruptedException {
		LockObserver.Acquisition acquisition = begin(request);
		if (acquisition == null) {
			return call.acquire();
		}
		Optional<HeldLock> held;
		try {
			held = call.acquire();
		}
		catch (InterruptedException ex) {
			notAcquired(acquisition, LockObserver.Reason.INTERRUPTED, ex);
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			notAcquired(acquisition, LockObserver.Reason.ERROR, ex);
			throw ex;
		}
		held.ifPresentOrElse((lock) -> acquired(acquisition, lock),
				() -> notAcquired(acquisition, LockObserver.Reason.BUSY, null));
		return held;
	}

	CompletableFuture<HeldLock> acquireAsync(LockRequest request, Supplier<CompletableFuture<HeldLock>> call) {
		LockObserver.Acquisition acquisition = begin(request);
		return (acquisition != null) ? new ObservedFuture(this, acquisition).follow(call) : call.get();
	}

	private LockObserver.@Nullable Acquisition begin(LockRequest request) {
		try {
			return observer().acquiring(request, this.provider);
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
			return null;
		}
	}

	void acquired(LockObserver.Acquisition acquisition, HeldLock lock) {
		guarded(() -> ((ObservableLock) lock).observe(new ObservedHold(this, acquisition.acquired(lock))));
	}

	void notAcquired(LockObserver.Acquisition acquisition, LockObserver.Reason reason, @Nullable Throwable failure) {
		guarded(() -> acquisition.notAcquired(reason, failure));
	}

	void guarded(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	void failed(Throwable failure) {
		if (this.complained.compareAndSet(false, true)) {
			logger.warn("An observer of locks failed; locks go on without it, and this is not logged again", failure);
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
