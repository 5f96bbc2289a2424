package io.distlock.lease;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import org.jspecify.annotations.Nullable;

/**
 * A request as the observer sees it.
 */
final class ObservedRequest {

	private final ObserverGuard guard;

	private final LockObserver.Acquisition acquisition;

	ObservedRequest(ObserverGuard guard, LockObserver.Acquisition acquisition) {
		this.guard = guard;
		this.acquisition = acquisition;
	}

	void acquired(HeldLock lock) {
		this.guard
			.run(() -> ((ObservableLock) lock).observe(new ObservedHold(this.guard, this.acquisition.acquired(lock))));
	}

	void notAcquired(LockObserver.Reason reason, @Nullable Throwable failure) {
		this.guard.run(() -> this.acquisition.notAcquired(reason, failure));
	}

	/**
	 * Run something that the observer must not break.
	 */
	void guarded(Runnable call) {
		this.guard.run(call);
	}

	LockObserver.Acquisition acquisition() {
		return this.acquisition;
	}

}
