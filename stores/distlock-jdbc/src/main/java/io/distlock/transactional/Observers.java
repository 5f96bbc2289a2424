// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockObserver.Acquisition;
import io.distlock.LockObserver.Holding;
import io.distlock.LockObserver.Reason;
import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies an observer of locks, and isolates locks from its failures.
 */
final class Observers {

	/**
	 * The name of the provider, as telemetry has it.
	 */
	static final String PROVIDER = "transaction";

	private static final Logger logger = LoggerFactory.getLogger(Observers.class);

	private final AtomicBoolean complained = new AtomicBoolean();

	private final Supplier<LockObserver> observer;

	Observers(Supplier<LockObserver> observer) {
		this.observer = observer;
	}

	/**
	 * Take locks, and report the result.
	 * @param keys where the end of the hold is to be reported
	 */
	void observe(LockRequest request, LockedKeys keys, Runnable work) {
		@Nullable Acquisition acquisition = begin(request);
		try {
			work.run();
		}
		catch (LockNotAcquiredException ex) {
			report(acquisition, (observed) -> observed.notAcquired(Reason.BUSY, ex));
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			report(acquisition, (observed) -> observed.notAcquired(Reason.ERROR, ex));
			throw ex;
		}
		report(acquisition, (observed) -> {
			Holding holding = observed.acquired(new ObservedKeys(String.join(", ", request.keys())));
			keys.atEnd(() -> report(holding, Holding::released));
		});
	}

	private @Nullable Acquisition begin(LockRequest request) {
		try {
			return this.observer.get().acquiring(request, PROVIDER);
		}
		catch (RuntimeException ex) {
			failed(ex);
			return null;
		}
	}

	private <T> void report(@Nullable T observed, Consumer<T> what) {
		if (observed == null) {
			return;
		}
		try {
			what.accept(observed);
		}
		catch (RuntimeException ex) {
			failed(ex);
		}
	}

	private void failed(RuntimeException failure) {
		if (this.complained.compareAndSet(false, true)) {
			logger.warn("A LockObserver failed. Locking continues; further failures are not logged", failure);
		}
	}

	/**
	 * A lock of a transaction as observers see it.
	 *
	 * @param key the keys
	 */
	private record ObservedKeys(String key) implements HeldLock {

		/**
		 * There is none: nothing of the transaction is written later than its end.
		 */
		@Override
		public long fencingToken() {
			return 0;
		}

		@Override
		public Map<String, Long> fencingTokens() {
			return Map.of();
		}

		@Override
		public boolean isHeld() {
			return true;
		}

		@Override
		public void assertHeld() {
		}

		@Override
		public Duration remainingLease() {
			return Duration.ZERO;
		}

		@Override
		public void onLost(Consumer<LockLostException> callback) {
		}

		@Override
		public boolean release() {
			return false;
		}

		@Override
		public void close() {
		}

	}

}
