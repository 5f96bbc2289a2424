// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Observer of acquisitions and holds, for telemetry. The lock engine calls the observer
 * on the threads that acquire and release locks, never inside a critical section of the
 * engine. An exception of an observer is logged once and does not affect the lock.
 * Re-entries are not observed.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockObserver {

	/**
	 * Observer without any effect or cost.
	 */
	LockObserver NONE = (request, provider) -> null;

	/**
	 * A request begins. Called on the requesting thread.
	 * @param request the request
	 * @param provider the name of the provider
	 * @return observer of the end of the request, or {@code null} to ignore the request
	 */
	@Nullable Acquisition acquiring(LockRequest request, String provider);

	/**
	 * Observer of a request, from its start to its only end.
	 */
	interface Acquisition {

		/**
		 * The request was granted, and the lock is held from now on. A request for
		 * several keys results in a single lock.
		 * @param lock the lock
		 * @return observer of the end of the hold
		 */
		Holding acquired(HeldLock lock);

		/**
		 * The request ended without a lock.
		 * @param reason the reason
		 * @param failure the exception of the caller, or {@code null} if there is no
		 * exception
		 */
		void notAcquired(Reason reason, @Nullable Throwable failure);

		/**
		 * The request is asynchronous: capture the context of the calling thread. Called
		 * on the requesting thread.
		 * @return executor that runs dependent actions immediately on the current thread,
		 * in the context of the requesting thread
		 */
		default Executor continuing() {
			return Runnable::run;
		}

	}

	/**
	 * Reasons for a request without a lock.
	 */
	enum Reason {

		/**
		 * Another owner held the lock for the whole wait time of the request.
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
		 * A failure, for example of the store.
		 */
		ERROR

	}

	/**
	 * Observer of a hold, from the grant to its only end.
	 */
	interface Holding {

		/**
		 * The holder released a lock that was still held.
		 */
		void released();

		/**
		 * The lock was lost. The holder may not have noticed yet.
		 * @param loss the exception for the holder
		 */
		void lost(LockLostException loss);

		/**
		 * Code starts to run under the lock on this thread.
		 * @return scope to close on the same thread when the code ends, before the
		 * release
		 */
		default Scope enter() {
			return Scope.NONE;
		}

	}

	/**
	 * Period in which code runs under a lock on one thread.
	 */
	@FunctionalInterface
	interface Scope extends AutoCloseable {

		/**
		 * Scope of code that is not observed.
		 */
		Scope NONE = () -> {
		};

		@Override
		void close();

	}

}
