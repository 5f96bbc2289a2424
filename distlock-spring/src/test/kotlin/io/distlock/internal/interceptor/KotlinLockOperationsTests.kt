// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor

import io.distlock.LockNotAcquiredException
import io.distlock.LockRequest
import io.distlock.LockTemplate
import io.distlock.kotlin.withLock
import io.distlock.kotlin.withLockSuspending
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.springframework.context.annotation.AnnotationConfigApplicationContext
import java.io.IOException
import java.time.Duration

/**
 * Locks in code that is written in Kotlin.
 */
@Timeout(60)
internal class KotlinLockOperationsTests {

	private lateinit var context: AnnotationConfigApplicationContext

	private lateinit var store: TestLocks.Store

	private lateinit var locks: LockTemplate

	@BeforeEach
	fun start() {
		context = TestLocks.context(KotlinJobs::class.java, KotlinJobs.Inner::class.java)
		store = context.getBean(TestLocks.Store::class.java)
		locks = context.getBean(LockTemplate::class.java)
	}

	@AfterEach
	fun stop() = context.close()

	@Test
	fun blockHoldsTheLock() {
		assertThat(locks.withLock("a") { store.isFree("a") }).isFalse()
		assertThat(store.isFree("a")).isTrue()
		val nothing: String? = locks.withLock("a") { null }
		assertThat(nothing).isNull()
	}

	@Test
	fun whatTheBlockThrowsPassesAsItIs() {
		val failure = IOException("failed")
		assertThatExceptionOfType(IOException::class.java).isThrownBy { locks.withLock("a") { throw failure } }
			.isSameAs(failure)
		assertThat(store.isFree("a")).isTrue()
	}

	@Test
	fun suspendingBlockHoldsTheLockUntilItReturns() = runBlocking<Unit> {
		val gate = CompletableDeferred<String>()
		val result = async(Dispatchers.Default) { locks.withLockSuspending("a") { gate.await() } }
		await().until { !store.isFree("a") }
		gate.complete("done")
		assertThat(result.await()).isEqualTo("done")
		assertThat(store.isFree("a")).isTrue()
	}

	@Test
	fun suspendingBlocksOnOneKeyRunOneAfterTheOther() = runBlocking<Unit> {
		var inside = 0
		List(30) {
			async(Dispatchers.Default) {
				locks.withLockSuspending(LockRequest.of("a").waitTime(Duration.ofMinutes(1))) {
					assertThat(++inside).isEqualTo(1)
					delay(1)
					inside--
				}
			}
		}.awaitAll()
	}

	@Test
	fun suspendingBlockRunsWhereItsCallerDoes() = runBlocking<Unit> {
		val caller = Thread.currentThread()
		assertThat(locks.withLockSuspending("a") { Thread.currentThread() }).isSameAs(caller)
		assertThat(withContext(Dispatchers.IO) { locks.withLockSuspending("a") { Thread.currentThread().name } })
			.startsWith("DefaultDispatcher")
	}

	@Test
	fun failureOfASuspendingBlockEndsNothingElse() = runBlocking<Unit> {
		val failure = IOException("failed")
		val caught = try {
			locks.withLockSuspending("a") { throw failure }
		}
		catch (ex: IOException) {
			ex
		}
		assertThat(caught).isInstanceOf(IOException::class.java).hasMessage("failed")
		assertThat(store.isFree("a")).isTrue()
	}

	@Test
	fun busyLockIsReported() = runBlocking<Unit> {
		val busy = locks.withLockSuspending("a") {
			runCatching {
				locks.withLockSuspending(LockRequest.of("a").waitTime(Duration.ZERO)) { "entered" }
			}.exceptionOrNull()
		}
		assertThat(busy).isInstanceOf(LockNotAcquiredException::class.java)
	}

	@Test
	fun cancelledBlockKeepsTheLockUntilItHasEnded() = runBlocking<Unit> {
		val ending = CompletableDeferred<Unit>()
		val work = launch(Dispatchers.Default) {
			locks.withLockSuspending("a") {
				try {
					awaitCancellation()
				}
				finally {
					withContext(NonCancellable) { ending.await() }
				}
			}
		}
		await().until { !store.isFree("a") }
		work.cancel()
		val free = store.isFree("a")
		ending.complete(Unit)
		assertThat(free).isFalse()
		work.join()
		await().until { store.isFree("a") }
	}

	@Test
	fun cancelledRequestIsWithdrawn() = runBlocking<Unit> {
		locks.withLockSuspending("a") {
			val waiting = launch(Dispatchers.Default, CoroutineStart.UNDISPATCHED) {
				locks.withLockSuspending(LockRequest.of("a").waitTime(Duration.ofHours(1))) { "entered" }
			}
			waiting.cancelAndJoin()
		}
		assertThat(withTimeout(60_000) { locks.withLockSuspending("a") { "free" } }).isEqualTo("free")
	}

}
