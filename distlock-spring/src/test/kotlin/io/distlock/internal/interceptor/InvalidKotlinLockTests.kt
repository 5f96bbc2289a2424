// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor

import io.distlock.annotation.DistributedLock
import io.distlock.annotation.OnBusy
import io.distlock.annotation.InvalidLockAnnotationException
import java.io.File
import java.net.URLClassLoader
import java.util.concurrent.CompletableFuture
import kotlin.reflect.KClass
import kotlinx.coroutines.Job
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.emptyFlow
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.catchThrowable
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.Arguments
import org.junit.jupiter.params.provider.Arguments.arguments
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.MethodSource
import reactor.core.publisher.Mono

/**
 * Functions in Kotlin that cannot be locked as they stand.
 */
internal class InvalidKotlinLockTests {

	@ParameterizedTest
	@MethodSource("invalid")
	fun invalidFunctionStopsTheStart(bean: KClass<*>, problem: String, remedy: String) {
		assertThat(failure(bean)).hasMessageContaining("run").hasMessageContaining(problem).hasMessageContaining(remedy)
	}

	@Test
	fun continuationIsNoParameter() {
		assertThat(failure(NamesTheContinuation::class)).hasMessageContaining("#p1")
			.hasMessageContaining("Use one of #a0, #id, #p0 or #root")
	}

	@ParameterizedTest
	@CsvSource("kotlinx-coroutines-reactor, SuspendsWithKey, org.jetbrains.kotlinx:kotlinx-coroutines-reactor",
		"kotlinx-coroutines-reactor, ReturnsFlow, org.jetbrains.kotlinx:kotlinx-coroutines-reactor",
		"kotlin-reflect, SuspendsWithKey, org.jetbrains.kotlin:kotlin-reflect")
	fun missingLibraryIsNamed(library: String, bean: String, artifact: String) {
		val path = System.getProperty("java.class.path").split(File.pathSeparator).map(::File)
			.filterNot { it.name.startsWith(library) }
		val thread = Thread.currentThread()
		val before = thread.contextClassLoader
		URLClassLoader(path.map { it.toURI().toURL() }.toTypedArray(), ClassLoader.getPlatformClassLoader()).use {
			thread.contextClassLoader = it
			try {
				val start = it.loadClass(TestLocks::class.java.name).declaredMethods
					.first { method -> method.name == "context" && method.parameterCount == 1 }
				start.isAccessible = true
				val type = it.loadClass("${InvalidKotlinLockTests::class.java.name}$$bean")
				val failure = catchThrowable { start.invoke(null, arrayOf(type)) }
				assertThat(generateSequence(failure) { cause -> cause.cause }.last()).hasMessageContaining("Add $artifact.")
			}
			finally {
				thread.contextClassLoader = before
			}
		}
	}

	private fun failure(bean: KClass<*>): InvalidLockAnnotationException {
		val failure = catchThrowable { TestLocks.context(bean.java).close() }
		return generateSequence(failure) { it.cause }.filterIsInstance<InvalidLockAnnotationException>().first()
	}

	companion object {

		@JvmStatic
		fun invalid(): List<Arguments> = listOf(
			arguments(SkipsNonNull::class, "declared never to return null", "nullable type, written with ?"),
			arguments(SkipsNonNullSuspending::class, "declared never to return null", "nullable type, written with ?"),
			arguments(FencedSuspending::class, "is a suspend function", "FencingGuard"),
			arguments(ReturnsFuture::class, "returns a CompletableFuture", "Await the result"),
			arguments(ReturnsMono::class, "returns a Mono", "Await the result"),
			arguments(ReturnsSequence::class, "returns a Sequence", "Await the result"),
			arguments(ReturnsJob::class, "the work of a Job", "Do the work in the method"),
			arguments(ReturnsLazy::class, "the work of a Lazy", "Do the work in the method"),
			arguments(SuspendsAndReturnsJob::class, "returns a Job", "Await the result"),
			arguments(ReturnsStateFlow::class, "can only be returned as a Flow", "Let it return a Flow"),
			arguments(FinalClass::class, "is final", "kotlin-spring compiler plugin"),
			arguments(FinalFunction::class, "it is final", "Make the class and the function open"),
			arguments(FinalClassWithOpenParent::class, "is final", "kotlin-spring compiler plugin"),
			arguments(MissingFallback::class, "no other method of this name", "parameters (String)"))

	}

	internal open class SuspendsWithKey {

		@DistributedLock(key = "#p0")
		open suspend fun run(id: String) = Unit

	}

	internal open class ReturnsFlow {

		@DistributedLock
		open fun run(): Flow<String> = emptyFlow()

	}

	internal open class NamesTheContinuation {

		@DistributedLock(key = "#p1")
		open suspend fun run(id: String) = Unit

	}

	internal open class SkipsNonNull {

		@DistributedLock(onBusy = OnBusy.SKIP)
		open fun run(): String = "never null"

	}

	internal open class SkipsNonNullSuspending {

		@DistributedLock(onBusy = OnBusy.SKIP)
		open suspend fun run(): Int = 1

	}

	internal open class FencedSuspending {

		@DistributedLock(fenced = true)
		open suspend fun run() = Unit

	}

	internal open class ReturnsFuture {

		@DistributedLock
		open suspend fun run(): CompletableFuture<String> = CompletableFuture()

	}

	internal open class ReturnsMono {

		@DistributedLock
		open suspend fun run(): Mono<String> = Mono.never()

	}

	internal open class ReturnsJob {

		@DistributedLock
		open fun run(): Job = Job()

	}

	internal open class ReturnsLazy {

		@DistributedLock
		open fun run(): Lazy<String> = lazy { "later" }

	}

	internal open class SuspendsAndReturnsJob {

		@DistributedLock
		open suspend fun run(): Job = Job()

	}

	internal open class ReturnsSequence {

		@DistributedLock
		open suspend fun run(): Sequence<String> = sequenceOf("later")

	}

	internal open class ReturnsStateFlow {

		@DistributedLock
		open fun run(): StateFlow<Int> = MutableStateFlow(1)

	}

	internal class FinalClass {

		@DistributedLock
		fun run() = Unit

	}

	internal open class OpenParent {

		@DistributedLock
		open fun run() = Unit

	}

	internal class FinalClassWithOpenParent : OpenParent()

	internal open class FinalFunction {

		@DistributedLock
		fun run() = Unit

	}

	internal open class MissingFallback {

		@DistributedLock(fallbackMethod = "other")
		open suspend fun run(id: String): String = id

	}

}
