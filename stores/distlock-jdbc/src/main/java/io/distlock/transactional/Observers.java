// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockObserver.Acquisition;
import io.distlock.LockObserver.Reason;
import io.distlock.LockRequest;
import io.distlock.SafeObserver;

/**
 * Notifies an observer of locks of transactions.
 */
final class Observers {

	// The name of the provider, as telemetry has it.
	static final String PROVIDER = "transaction";

	private final LockObserver observer;

	Observers(Supplier<LockObserver> observer) {
		this.observer = new SafeObserver(observer);
	}

	// Takes locks, and reports the result, and the end of the hold with that of the keys.
	void observe(LockRequest request, LockedKeys keys, Runnable work) {
		Acquisition observed = this.observer.acquiring(request, PROVIDER);
		if (observed == null) {
			work.run();
			return;
		}
		try {
			work.run();
		}
		catch (LockNotAcquiredException ex) {
			observed.notAcquired(Reason.BUSY, ex);
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			observed.notAcquired(Reason.ERROR, ex);
			throw ex;
		}
		keys.atEnd(observed.acquired(new ObservedKeys(String.join(", ", request.keys())))::released);
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
