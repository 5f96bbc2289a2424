// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor

import io.distlock.annotation.DeferredResultException
import io.distlock.LockContext
import io.distlock.LockLostException
import io.distlock.LockNotAcquiredException
import io.distlock.LockTemplate
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.springframework.context.annotation.AnnotationConfigApplicationContext

/**
 * Functions in Kotlin that suspend or return a flow.
 */
@Timeout(60)
internal class SuspendLockTests {

	private lateinit var context: AnnotationConfigApplicationContext

	private lateinit var jobs: KotlinJobs

	private lateinit var store: TestLocks.Store

	private lateinit var template: LockTemplate

	@BeforeEach
	fun start() {
		context = TestLocks.context(KotlinJobs::class.java, KotlinJobs.Inner::class.java)
		jobs = context.getBean(KotlinJobs::class.java)
		store = context.getBean(TestLocks.Store::class.java)
		template = context.getBean(LockTemplate::class.java)
	}

	@AfterEach
	fun stop() = context.close()

	@Test
	fun suspendFunctionHoldsItsLockUntilItReturns() = runBlocking<Unit> {
		val gate = CompletableDeferred<String>()
		val result = async(Dispatchers.Default) { jobs.run("a") { gate.await() } }
		await().until { jobs.entered.get() == 1 }
		assertThat(store.isFree("job:a")).isFalse()
		gate.complete("done")
		assertThat(result.await()).isEqualTo("done")
		assertThat(store.isFree("job:a")).isTrue()
	}

	@Test
	fun callsOnOneKeyRunOneAfterTheOther() = runBlocking<Unit> {
		var inside = 0
		List(30) {
			async(Dispatchers.Default) {
				jobs.run("one") {
					assertThat(++inside).isEqualTo(1)
					delay(1)
					inside--
					"done"
				}
			}
		}.awaitAll()
		assertThat(jobs.entered).hasValue(30)
	}

	@Test
	fun keysSeeTheParametersWithoutTheContinuation() = runBlocking<Unit> {
		assertThat(jobs.positions("x", 7)).isEqualTo("x7")
		assertThat((jobs as Job<String>).accept("abc")).isEqualTo(3)
		assertThat(store.asked).containsExactly("positions:2-x7", "generic:abc")
	}

	@Test
	fun functionRunsWhereItsCallerDoes() = runBlocking<Unit> {
		assertThat(withContext(Dispatchers.IO) { jobs.thread() }).startsWith("DefaultDispatcher")
		assertThat(jobs.thread()).startsWith(Thread.currentThread().name.substringBefore(" @"))
	}

	@Test
	fun lockContextFollowsTheCoroutine() = runBlocking<Unit> {
		assertThat(jobs.context()).hasSize(5).containsOnly("context")
		assertThat(LockContext.current()).isEmpty()
	}

	@Test
	fun nestedCallsEnterTheSameLock() = runBlocking<Unit> {
		assertThat(jobs.outer("n")).containsExactly("[job:n]", "[other:n, job:n]", "job:n")
		assertThat(store.asked).containsExactly("job:n", "other:n")
		assertThat(store.isFree("job:n")).isTrue()
	}

	@Test
	fun coroutineThatOutlivesTheLockTakesItAnew() = runBlocking<Unit> {
		val gate = CompletableDeferred<Unit>()
		jobs.leak("x", gate)
		assertThat(store.isFree("job:x")).isTrue()
		gate.complete(Unit)
		assertThat(jobs.leaked?.await()).isEqualTo("locked")
		assertThat(store.asked).hasSize(2)
	}

	@Test
	fun resultWhoseWorkIsStillToDoIsRefused() {
		assertThatExceptionOfType(DeferredResultException::class.java).isThrownBy { runBlocking { jobs.any() } }
		assertThat(store.isFree("any")).isTrue()
	}

	@Test
	fun failurePassesAndReleases() {
		assertThatExceptionOfType(IllegalStateException::class.java)
			.isThrownBy { runBlocking { jobs.run("f") { throw IllegalStateException("body") } } }
			.withMessage("body")
		assertThat(store.isFree("job:f")).isTrue()
	}

	@Test
	fun cancellationReleasesOnceTheFunctionIsDone() = runBlocking<Unit> {
		val cleanUp = CompletableDeferred<Unit>()
		val cleaning = CompletableDeferred<Unit>()
		val call = launch(Dispatchers.Default) {
			jobs.run("c") {
				try {
					awaitCancellation()
				}
				finally {
					withContext(NonCancellable) {
						cleaning.complete(Unit)
						cleanUp.await()
					}
				}
			}
		}
		await().until { jobs.entered.get() == 1 }
		call.cancelAndJoin()
		cleaning.await()
		delay(100)
		assertThat(store.isFree("job:c")).isFalse()
		cleanUp.complete(Unit)
		await().until { store.isFree("job:c") }
	}

	@Test
	fun timeoutReleases() = runBlocking<Unit> {
		assertThat(withTimeoutOrNull(300) { jobs.run("t") { awaitCancellation() } }).isNull()
		await().until { store.isFree("job:t") }
	}

	@Test
	fun cancellationWhileWaitingLeavesNothing() = runBlocking<Unit> {
		template.acquire("job:w").use {
			val call = launch(Dispatchers.Default) { jobs.run("w") { "never" } }
			delay(50)
			call.cancelAndJoin()
			assertThat(it.isHeld).isTrue()
		}
		await().until { template.tryAcquire("job:w").map { it.release() }.orElse(false) }
		assertThat(jobs.entered).hasValue(0)
	}

	@Test
	fun callsThatAreCancelledAtAnyMomentLeaveNothing() = runBlocking<Unit> {
		coroutineScope {
			repeat(200) {
				val call = launch(Dispatchers.Default) { jobs.run("race") { "done" } }
				if (it % 3 > 0) {
					Thread.yield()
				}
				call.cancel()
			}
		}
		await().until { store.isFree("job:race") }
		assertThat(jobs.run("race") { "last" }).isEqualTo("last")
	}

	@Test
	fun busyLockFailsSkipsOrFallsBack() = runBlocking<Unit> {
		template.acquire("busy").use {
			assertThat(runCatching { jobs.failWhenBusy() }.exceptionOrNull())
				.isInstanceOf(LockNotAcquiredException::class.java)
			assertThat(jobs.skipWhenBusy()).isNull()
			jobs.skipUnitWhenBusy()
			assertThat(withTimeout(10_000) { jobs.skipDeferredWhenBusy().await() }).isNull()
			assertThat(jobs.skipFlowWhenBusy().toList()).isEmpty()
			assertThat(jobs.fallBackSuspending(3)).isEqualTo("fallback 3 busy")
			assertThat(jobs.fallBackPlain(4)).isEqualTo("fallback 4")
		}
		assertThat(jobs.entered).hasValue(0)
		assertThat(jobs.skipWhenBusy()).isEqualTo("body")
	}

	@Test
	fun lossIsAnErrorAfterTheBody() {
		store.loses = true
		assertThatExceptionOfType(LockLostException::class.java).isThrownBy { runBlocking { jobs.untilLoss() } }
	}

	@Test
	fun flowHoldsTheLockUntilItsEnd() = runBlocking<Unit> {
		val body = (1..5).asFlow().onEach { assertThat(store.isFree("job:f")).isFalse() }
		assertThat(jobs.flow("f", body).toList()).containsExactly(1, 2, 3, 4, 5)
		assertThat(store.isFree("job:f")).isTrue()
		assertThat(jobs.suspendingFlow("f", body).toList()).containsExactly(1, 2, 3, 4, 5)
		assertThat(store.isFree("job:f")).isTrue()
		assertThat(store.asked).hasSize(2)
	}

	@Test
	fun flowThatIsLeftEarlyReleasesOnceItIsDone() = runBlocking<Unit> {
		val cleaning = CompletableDeferred<Unit>()
		val cleanUp = CompletableDeferred<Unit>()
		val body = flow {
			try {
				(1..100).forEach { emit(it) }
			}
			finally {
				withContext(NonCancellable) {
					cleaning.complete(Unit)
					cleanUp.await()
				}
			}
		}
		assertThat(jobs.flow("l", body).take(2).toList()).containsExactly(1, 2)
		cleaning.await()
		delay(100)
		assertThat(store.isFree("job:l")).isFalse()
		cleanUp.complete(Unit)
		await().until { store.isFree("job:l") }
	}

	@Test
	fun lockContextFollowsTheFlow() = runBlocking<Unit> {
		assertThat(jobs.flowOfKeys().toList()).containsExactly("flow-context", "flow-context")
	}

}
