// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.provider.LockKey;

/**
 * Acquires locks for {@link LockTemplate}, keeps them alive, and reports their loss.
 * Fills in what a request leaves open from {@code distlock.*}.
 *
 * @since 0.1.0
 */
public interface LockEngine {

	/**
	 * Acquire a lock, waiting without reacting to interrupts; the interrupt flag is kept.
	 * @param request what to lock
	 * @return the lock, or empty if the wait ran out
	 * @throws LockProviderException if the store did not answer
	 * @throws LockLostException if this thread re-enters a lock that it has lost and that
	 * {@link LockContext} knows
	 */
	Optional<HeldLock> acquire(LockRequest request);

	/**
	 * Acquire a lock unless interrupted. An interrupt leaves nothing in the store.
	 * @param request what to lock
	 * @return the lock, or empty if the wait ran out
	 * @throws InterruptedException if the thread was interrupted before or while waiting
	 * @throws LockProviderException if the store did not answer
	 * @throws LockLostException if this thread re-enters a lock that it has lost and that
	 * {@link LockContext} knows
	 */
	Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException;

	/**
	 * Acquire a lock without blocking a thread while waiting. The lock belongs to no
	 * thread. Cancelling the stage withdraws the request. The stage completes on a thread
	 * of the engine; what follows it may block for a while. A lock that no thread can
	 * deliver within the wait time and a second goes back, and so does a renewed one that
	 * the application cannot reach any more.
	 * @param request what to lock
	 * @return a stage that completes with the lock, or with
	 * {@link LockNotAcquiredException} or {@link LockProviderException}
	 */
	CompletionStage<HeldLock> acquireAsync(LockRequest request);

	/**
	 * Release a lock without blocking the calling thread.
	 * @param lock the lock
	 * @return completes, on a thread that may be blocked, with what
	 * {@link HeldLock#release()} returned
	 */
	default CompletionStage<Boolean> releaseAsync(HeldLock lock) {
		return CompletableFuture.supplyAsync(lock::release);
	}

	/**
	 * Find a lock that the calling thread acquired by such a request and has not given
	 * back.
	 * @param request the request, for one key
	 * @return the innermost such lock of that key and mode, held or lost
	 */
	Optional<HeldLock> findHeld(LockRequest request);

	/**
	 * Return whether the calling thread holds the keys of a request, each alone or among
	 * others, so that the request is a re-entry.
	 * @param request the request
	 * @return whether they are held
	 */
	default boolean isEntered(LockRequest request) {
		return request.keys().stream().allMatch((key) -> findHeld(request.key(key)).isPresent());
	}

	/**
	 * Describe a request that was not granted in time.
	 * @param request the request
	 * @return the exception to throw
	 */
	LockNotAcquiredException notAcquired(LockRequest request);

	/**
	 * Describe a request for exclusive use of a lock that its caller shares, which is
	 * refused at once.
	 * @param key the key
	 * @return the exception to throw
	 */
	static IllegalStateException upgrade(String key) {
		return new IllegalStateException(
				"Lock '%s' cannot be acquired exclusively: the caller already holds it shared, and would deadlock with itself. Release the shared lock first, or acquire it exclusively from the start"
					.formatted(LockKey.shown(key)));
	}

}
