// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.provider.LockKey;

/**
 * Acquires locks for {@link LockTemplate}, renews leases, and reports losses. Applies the
 * defaults of {@code distlock.*} to unset attributes of a request.
 *
 * @since 0.1.0
 */
public interface LockEngine {

	/**
	 * Acquire a lock and wait without reacting to interrupts. The interrupt flag is kept.
	 * @param request the keys and options
	 * @return the lock, or empty if the wait time elapsed
	 * @throws LockProviderException if the store did not respond
	 * @throws LockLostException if this thread re-enters a lost lock that
	 * {@link LockContext} contains
	 */
	Optional<HeldLock> acquire(LockRequest request);

	/**
	 * Acquire a lock unless interrupted. An interrupted request leaves no entry in the
	 * store.
	 * @param request the keys and options
	 * @return the lock, or empty if the wait time elapsed
	 * @throws InterruptedException if the thread was interrupted before or during the
	 * wait
	 * @throws LockProviderException if the store did not respond
	 * @throws LockLostException if this thread re-enters a lost lock that
	 * {@link LockContext} contains
	 */
	Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException;

	/**
	 * Acquire a lock without blocking a thread during the wait. The lock belongs to no
	 * thread. Cancelling the stage withdraws the request. The stage completes on a thread
	 * of the engine; dependent stages may block for a while. The engine releases a lock
	 * that no thread can deliver within the wait time plus one second, and also a renewed
	 * lock that the application can no longer reach.
	 * @param request the keys and options
	 * @return stage with the lock, {@link LockNotAcquiredException} or
	 * {@link LockProviderException}
	 */
	CompletionStage<HeldLock> acquireAsync(LockRequest request);

	/**
	 * Release a lock without blocking the calling thread.
	 * @param lock the lock
	 * @return stage with the result of {@link HeldLock#release()}; completes on a thread
	 * that may be blocked
	 */
	default CompletionStage<Boolean> releaseAsync(HeldLock lock) {
		return CompletableFuture.supplyAsync(lock::release);
	}

	/**
	 * Find a lock that the calling thread acquired with an equivalent request and has not
	 * released.
	 * @param request the request for a single key
	 * @return the innermost lock with the same key and mode, held or lost
	 */
	Optional<HeldLock> findHeld(LockRequest request);

	/**
	 * Return whether the request is a re-entry: the calling thread holds every key of the
	 * request, alone or together with other keys.
	 * @param request the request
	 * @return {@code true} if all keys are held
	 */
	default boolean isEntered(LockRequest request) {
		return request.keys().stream().allMatch((key) -> findHeld(request.key(key)).isPresent());
	}

	/**
	 * Create the exception for a request that was not granted in time.
	 * @param request the request
	 * @return the exception to throw
	 */
	LockNotAcquiredException notAcquired(LockRequest request);

	/**
	 * Create the exception for an exclusive request of a caller that shares the lock.
	 * Such a request is rejected immediately.
	 * @param key the key
	 * @return the exception to throw
	 */
	static IllegalStateException upgrade(String key) {
		return new IllegalStateException(
				"Lock '%s' cannot be acquired exclusively: the caller already holds it shared, and would deadlock with itself. Release the shared lock first, or acquire it exclusively from the start"
					.formatted(LockKey.shown(key)));
	}

}
