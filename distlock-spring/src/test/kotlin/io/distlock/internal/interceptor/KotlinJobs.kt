// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor

import io.distlock.HeldLock
import io.distlock.LockContext
import io.distlock.LockNotAcquiredException
import io.distlock.OnLost
import io.distlock.annotation.DistributedLock
import io.distlock.annotation.OnBusy
import java.util.concurrent.atomic.AtomicInteger
import java.util.function.Supplier
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job as CoroutineJob
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.future.future
import kotlinx.coroutines.withContext

/**
 * Locked functions as an application in Kotlin writes them.
 */
internal open class KotlinJobs(private val inner: Inner) : Job<String> {

	open val entered = AtomicInteger()

	@DistributedLock(name = "job", key = "#id")
	open suspend fun run(id: String, body: suspend () -> String): String {
		entered.incrementAndGet()
		return body()
	}

	@DistributedLock(name = "generic", key = "#value")
	override suspend fun accept(value: String): Int = value.length

	@DistributedLock(name = "positions", key = "#root.args.length + '-' + #p0 + #a1")
	open suspend fun positions(first: String, second: Int): String = first + second

	@DistributedLock("thread")
	open suspend fun thread(): String = Thread.currentThread().name

	@DistributedLock("context")
	open suspend fun context(): List<String> {
		val seen = mutableListOf(key())
		delay(5)
		seen += key()
		withContext(Dispatchers.IO) {
			seen += key()
			delay(5)
			seen += key()
		}
		seen += key()
		return seen
	}

	@DistributedLock(name = "job", key = "#id")
	open suspend fun outer(id: String): List<String> {
		delay(5)
		return listOf(inner.same(id), inner.other(id), key())
	}

	@DistributedLock(name = "job", key = "#id")
	open fun flow(id: String, body: Flow<Int>): Flow<Int> {
		entered.incrementAndGet()
		return body
	}

	@DistributedLock("flow-context")
	open fun flowOfKeys(): Flow<String> = flow {
		emit(key())
		delay(5)
		emit(key())
	}

	@DistributedLock(name = "job", key = "#id")
	open suspend fun suspendingFlow(id: String, body: Flow<Int>): Flow<Int> {
		delay(5)
		return body
	}

	@DistributedLock(name = "busy", waitTime = "0")
	open suspend fun failWhenBusy(): String = "body"

	@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
	open suspend fun skipWhenBusy(): String? = "body"

	@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
	open suspend fun skipUnitWhenBusy() {
		entered.incrementAndGet()
	}

	@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
	open fun skipFlowWhenBusy(): Flow<String> = flow { emit("body") }

	@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
	open fun skipDeferredWhenBusy(): Deferred<String?> = CompletableDeferred("body")

	@DistributedLock(name = "busy", waitTime = "0", fallbackMethod = "suspendingFallback")
	open suspend fun fallBackSuspending(id: Int): String = "body"

	private suspend fun suspendingFallback(id: Int, reason: LockNotAcquiredException): String {
		delay(1)
		return "fallback $id ${reason.key}"
	}

	@DistributedLock(name = "busy", waitTime = "0", fallbackMethod = "plainFallback")
	open suspend fun fallBackPlain(id: Int): String = "body"

	private fun plainFallback(id: Int): String = "fallback $id"

	@DistributedLock(name = "loss", leaseTime = "300ms")
	open suspend fun untilLoss(): String {
		val lock = LockContext.current().orElseThrow()
		while (lock.isHeld) {
			delay(10)
		}
		return "value"
	}

	@DistributedLock("any")
	open suspend fun any(): Any = Supplier { "later" }

	open var leaked: CompletableFuture<String>? = null

	/**
	 * Starts a coroutine that knows the lock and outlives it.
	 */
	@DistributedLock(name = "job", key = "#id", onLost = OnLost.IGNORE)
	open suspend fun leak(id: String, gate: CompletableDeferred<Unit>) {
		leaked = CoroutineScope(currentCoroutineContext().minusKey(CoroutineJob)).future {
			gate.await()
			inner.blocking(id)
		}
	}

	internal open class Inner(private val store: TestLocks.Store) {

		@DistributedLock(name = "job", key = "#id", waitTime = "0")
		open fun blocking(id: String): String = if (store.isFree("job:$id")) "free" else "locked"

		@DistributedLock(name = "job", key = "#id", waitTime = "0")
		open suspend fun same(id: String): String = "${LockContext.all().map(HeldLock::key).distinct()}"

		@DistributedLock(name = "other", key = "#id", waitTime = "0")
		open suspend fun other(id: String): String {
			delay(5)
			return "${LockContext.all().map(HeldLock::key)}"
		}

	}

}

internal interface Job<T> {

	suspend fun accept(value: T): Int

}

private fun key(): String = LockContext.current().map(HeldLock::key).orElse("none")
