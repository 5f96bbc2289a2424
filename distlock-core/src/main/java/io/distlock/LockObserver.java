// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Watches how locks are acquired and held, for telemetry. Called by the lock engine on
 * the threads that acquire and release, never while it keeps others out; what an observer
 * throws is logged once and harms no lock. A re-entry is not observed.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockObserver {

	/**
	 * Observes nothing, and costs nothing.
	 */
	LockObserver NONE = (request, provider) -> null;

	/**
	 * A request begins. Called on the thread that asks.
	 * @param request what is asked for
	 * @param provider the name of the provider
	 * @return observer of its end, or {@code null} if this request is not observed
	 */
	@Nullable Acquisition acquiring(LockRequest request, String provider);

	/**
	 * A request, from its begin to its one end.
	 */
	interface Acquisition {

		/**
		 * The request was granted, and the lock is held from now on. All keys of a
		 * request are one lock.
		 * @param lock the lock
		 * @return observer of the end of the hold
		 */
		Holding acquired(HeldLock lock);

		/**
		 * The request ended without a lock.
		 * @param reason why
		 * @param failure the exception that the caller gets, or {@code null} if there is
		 * none
		 */
		void notAcquired(Reason reason, @Nullable Throwable failure);

		/**
		 * The request is an asynchronous one: remember the context of the calling thread.
		 * Called on the thread that asks.
		 * @return runs on its own thread, and at once, what follows the request, in the
		 * context of the thread that asked
		 */
		default Executor continuing() {
			return Runnable::run;
		}

	}

	/**
	 * Why a request ended without a lock.
	 */
	enum Reason {

		/**
		 * Another owner kept the lock for as long as the request waited.
		 */
		BUSY,

		/**
		 * The waiting thread was interrupted.
		 */
		INTERRUPTED,

		/**
		 * The asynchronous request was cancelled.
		 */
		CANCELLED,

		/**
		 * Something failed, for example the store.
		 */
		ERROR

	}

	/**
	 * The time of a lock, from its grant to its one end.
	 */
	interface Holding {

		/**
		 * The holder released the lock, and had held it until then.
		 */
		void released();

		/**
		 * The lock was lost. The holder may not know yet.
		 * @param loss the exception that the holder gets
		 */
		void lost(LockLostException loss);

		/**
		 * Code that runs under the lock begins on this thread.
		 * @return closed on the same thread when the code ends, before the lock is
		 * released
		 */
		default Scope enter() {
			return Scope.NONE;
		}

	}

	/**
	 * The time in which code runs under a lock on one thread.
	 */
	@FunctionalInterface
	interface Scope extends AutoCloseable {

		/**
		 * The scope of what is not observed.
		 */
		Scope NONE = () -> {
		};

		@Override
		void close();

	}

}
