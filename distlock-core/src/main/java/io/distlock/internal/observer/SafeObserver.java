// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.observer;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates locks from failures of an observer, and logs the first failure. An observer
 * that fails at the start of a request does not observe that request.
 *
 * @since 0.1.0
 */
public final class SafeObserver implements LockObserver {

	private static final Logger logger = LoggerFactory.getLogger(SafeObserver.class);

	private final AtomicBoolean complained = new AtomicBoolean();

	private final Supplier<LockObserver> source;

	private volatile @Nullable LockObserver found;

	/**
	 * Create an observer.
	 * @param source finds the observer to isolate; called with the first request
	 */
	public SafeObserver(Supplier<LockObserver> source) {
		this.source = source;
	}

	/**
	 * Return whether there is no observer to notify, now or later.
	 * @return {@code true} if the observer is {@link LockObserver#NONE}
	 */
	public boolean isOff() {
		return observer() == NONE && this.found == NONE;
	}

	private LockObserver observer() {
		LockObserver observer = this.found;
		if (observer == null) {
			observer = this.<@Nullable LockObserver>call(this.source::get, null);
			this.found = observer;
		}
		return (observer != null) ? observer : NONE;
	}

	@Override
	public @Nullable Acquisition acquiring(LockRequest request, String provider) {
		Acquisition acquisition = this.<@Nullable Acquisition>call(() -> observer().acquiring(request, provider), null);
		return (acquisition != null) ? new SafeAcquisition(acquisition) : null;
	}

	private void run(Runnable call) {
		this.<@Nullable Object>call(() -> {
			call.run();
			return null;
		}, null);
	}

	private <T extends @Nullable Object> T call(Supplier<T> call, T otherwise) {
		try {
			return call.get();
		}
		catch (RuntimeException | Error ex) {
			if (this.complained.compareAndSet(false, true)) {
				logger.warn("A LockObserver failed. Locking continues; further failures are not logged", ex);
			}
			return otherwise;
		}
	}

	private final class SafeAcquisition implements Acquisition {

		private final Acquisition acquisition;

		SafeAcquisition(Acquisition acquisition) {
			this.acquisition = acquisition;
		}

		@Override
		public Holding acquired(HeldLock lock) {
			return new SafeHolding(
					SafeObserver.this.<@Nullable Holding>call(() -> this.acquisition.acquired(lock), null));
		}

		@Override
		public void notAcquired(Reason reason, @Nullable Throwable failure) {
			run(() -> this.acquisition.notAcquired(reason, failure));
		}

		/**
		 * Run the continuation of the request exactly once, even if its context fails.
		 */
		@Override
		public Executor continuing() {
			Executor continuing = call(this.acquisition::continuing, Runnable::run);
			return (continuation) -> {
				AtomicBoolean ran = new AtomicBoolean();
				Runnable once = () -> {
					if (ran.compareAndSet(false, true)) {
						continuation.run();
					}
				};
				run(() -> continuing.execute(once));
				once.run();
			};
		}

	}

	/**
	 * Hold that ends once, by its release or its loss.
	 */
	private final class SafeHolding implements Holding {

		private final AtomicBoolean ended = new AtomicBoolean();

		private final @Nullable Holding holding;

		SafeHolding(@Nullable Holding holding) {
			this.holding = holding;
		}

		@Override
		public void released() {
			end(Holding::released);
		}

		@Override
		public void lost(LockLostException loss) {
			end((holding) -> holding.lost(loss));
		}

		private void end(Consumer<Holding> end) {
			Holding holding = this.holding;
			if (holding != null && this.ended.compareAndSet(false, true)) {
				run(() -> end.accept(holding));
			}
		}

		/**
		 * Enter the scope of the lock. Failures to open or close the scope are contained.
		 */
		@Override
		public Scope enter() {
			Holding holding = this.holding;
			Scope scope = (holding != null) ? call(holding::enter, Scope.NONE) : Scope.NONE;
			return () -> run(scope::close);
		}

	}

}
