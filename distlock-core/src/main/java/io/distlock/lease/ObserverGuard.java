// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates locks from observer failures.
 */
final class ObserverGuard {

	private static final Logger logger = LoggerFactory.getLogger(ObserverGuard.class);

	private final AtomicBoolean complained = new AtomicBoolean();

	void run(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	void failed(Throwable failure) {
		if (this.complained.compareAndSet(false, true)) {
			logger.warn("A LockObserver failed. Locking continues; further failures are not logged", failure);
		}
	}

	/**
	 * A request as the observer sees it.
	 */
	static final class ObservedRequest {

		private final ObserverGuard guard;

		private final LockObserver.Acquisition acquisition;

		ObservedRequest(ObserverGuard guard, LockObserver.Acquisition acquisition) {
			this.guard = guard;
			this.acquisition = acquisition;
		}

		void acquired(HeldLock lock) {
			this.guard.run(() -> ((ObservableLock) lock)
				.observe(new ObservedHold(this.guard, this.acquisition.acquired(lock))));
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

	/**
	 * The time of a lock as the observer sees it: it ends once, by the release or by the
	 * loss, whichever is seen first.
	 */
	private static final class ObservedHold implements LockObserver.Holding {

		private final ObserverGuard guard;

		private final LockObserver.Holding holding;

		private final AtomicBoolean ended = new AtomicBoolean();

		ObservedHold(ObserverGuard guard, LockObserver.Holding holding) {
			this.guard = guard;
			this.holding = holding;
		}

		@Override
		public void released() {
			if (this.ended.compareAndSet(false, true)) {
				this.guard.run(this.holding::released);
			}
		}

		@Override
		public void lost(LockLostException loss) {
			if (this.ended.compareAndSet(false, true)) {
				this.guard.run(() -> this.holding.lost(loss));
			}
		}

		/**
		 * Enter the scope of the lock. Neither its opening nor its closing can fail.
		 */
		@Override
		public LockObserver.Scope enter() {
			try {
				LockObserver.Scope scope = this.holding.enter();
				return () -> this.guard.run(scope::close);
			}
			catch (RuntimeException | Error ex) {
				this.guard.failed(ex);
				return LockObserver.Scope.NONE;
			}
		}

	}

}
