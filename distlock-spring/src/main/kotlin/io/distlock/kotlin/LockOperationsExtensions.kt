// SPDX-License-Identifier: Apache-2.0

package io.distlock.kotlin

import io.distlock.HeldLock
import io.distlock.LockCallback
import io.distlock.LockOperations
import io.distlock.LockRequest
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.async
import kotlinx.coroutines.future.await
import kotlinx.coroutines.supervisorScope
import java.util.concurrent.CompletableFuture

/**
 * Runs [action] under the lock of [key], as [LockOperations.execute] does.
 *
 * It is not inline: the lock belongs to the thread, so the action must not suspend. Use
 * [withLockSuspending] for one that does.
 *
 * @since 0.1.0
 */
public fun <T> LockOperations.withLock(key: String, action: (HeldLock) -> T): T =
	withLock(LockRequest.of(key), action)

/**
 * Runs [action] under the lock of [request], as [LockOperations.execute] does.
 *
 * @since 0.1.0
 */
public fun <T> LockOperations.withLock(request: LockRequest, action: (HeldLock) -> T): T =
	execute(request, LockCallback<T, RuntimeException> { action(it) })

/**
 * Runs [action] under the lock of [key] in the context of the caller, as
 * [LockOperations.executeAsync] does: no thread is blocked while it waits, and the lock
 * belongs to no thread.
 *
 * Cancelling the coroutine withdraws a request that waits, or cancels the action; the
 * lock is released when the action has ended.
 *
 * @since 0.1.0
 */
public suspend fun <T> LockOperations.withLockSuspending(key: String, action: suspend (HeldLock) -> T): T =
	withLockSuspending(LockRequest.of(key), action)

/**
 * Runs [action] under the lock of [request]; see the variant with a key.
 *
 * @since 0.1.0
 */
public suspend fun <T> LockOperations.withLockSuspending(
	request: LockRequest,
	action: suspend (HeldLock) -> T
): T = supervisorScope {
	executeAsync(request) { lock -> Work(async { action(lock) }) }.await()
}

/** Completes when the coroutine has ended: one that was cancelled still needs the lock. */
@OptIn(ExperimentalCoroutinesApi::class)
private class Work<T>(private val coroutine: Deferred<T>) : CompletableFuture<T>() {

	init {
		coroutine.invokeOnCompletion { failure ->
			if (failure != null) completeExceptionally(failure) else complete(coroutine.getCompleted())
		}
	}

	override fun cancel(mayInterrupt: Boolean): Boolean {
		coroutine.cancel()
		return false
	}

}
