// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor

import io.distlock.HeldLock
import io.distlock.LockContext
import io.distlock.LockNotAcquiredException
import io.distlock.LockTemplate
import io.distlock.annotation.DistributedLock
import io.distlock.annotation.LeaderOnly
import io.distlock.annotation.OnBusy
import io.distlock.leader.LeaderElections
import io.distlock.leader.NotLeaderException
import java.util.Optional
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlin.reflect.KClass
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.awaitility.Awaitility
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.Arguments
import org.junit.jupiter.params.provider.Arguments.arguments
import org.junit.jupiter.params.provider.MethodSource

/**
 * Locked functions whose parameters or results are value classes, which Kotlin compiles
 * to functions of other names, and to bridges for callers that do not know the type.
 */
internal class ValueClassLockTests {

	@ParameterizedTest
	@MethodSource("calls")
	fun callIsLockedByWhateverMethodItArrives(bean: KClass<*>, call: (Any) -> Any?, key: String) {
		TestLocks.context(bean.java).use { context ->
			assertThat(call(context.getBean(bean.java))).asString().isEqualTo(key)
			assertThat(context.getBean(TestLocks.Store::class.java).asked).containsExactly(key)
		}
	}

	@ParameterizedTest
	@MethodSource("proxiedByInterface")
	fun callIsLockedWhereInterfacesAreProxied(bean: KClass<*>, call: (Any) -> Any?, key: String) {
		val type = bean.java
		TestLocks.context(mapOf("spring.aop.proxy-target-class" to "false"), {}, type).use { context ->
			assertThat(call(context.getBean(Handler::class.java))).asString().isEqualTo(key)
		}
	}

	@Test
	fun callRunsOnTheLeaderByWhateverMethodItArrives() {
		TestLocks.context(Leader::class.java).use { context ->
			val bean = context.getBean(Leader::class.java)
			assertThatThrownBy { generic(bean) }.isInstanceOf(NotLeaderException::class.java)
			val elections = context.getBean(LeaderElections::class.java)
			elections.start()
			Awaitility.await().atMost(1, TimeUnit.MINUTES).until { elections.election("role").isLeader }
			assertThat(generic(bean)).isEqualTo("distlock.leader:role")
			assertThat(bean.handle(iban)).isEqualTo("distlock.leader:role")
		}
	}

	@Test
	fun valueHasOneKeyHoweverItIsPassed() {
		TestLocks.context(Boxes::class.java).use { context ->
			val boxes = context.getBean(Boxes::class.java)
			val id = Account(5)
			val calls = listOf(boxes.one(id), boxes.maybe(id), boxes.all(listOf(id)), boxes.array(arrayOf(id)),
				boxes.any(id), boxes.any(Optional.of(id)), boxes.any(Nested(id)), boxes.nested(Nested(id)),
				boxes.nestedOrNull(Nested(id)), boxes.all(setOf(id)), boxes.property(Holder(id)))
			assertThat(calls).containsOnly("id:5")
			val text = Labelled("first")
			assertThat(listOf(boxes.text(text), boxes.any(text), boxes.any(listOf(text)))).containsOnly("id:first")
			assertThat(listOf(boxes.unsigned(4_000_000_000u), boxes.any(4_000_000_000u), boxes.any(listOf(4_000_000_000u))))
				.containsOnly("id:-294967296")
			assertThat(listOf(boxes.duration(90.seconds), boxes.any(90.seconds), boxes.any(listOf(90.seconds)))).hasSize(3)
				.containsOnly(boxes.duration(90.seconds))
		}
	}

	@ParameterizedTest
	@MethodSource("several")
	fun valueClassOfACollectionIsSeveralKeys(value: Any) {
		TestLocks.context(Boxes::class.java).use { context ->
			context.getBean(Boxes::class.java).any(value)
			assertThat(context.getBean(TestLocks.Store::class.java).asked).containsExactlyInAnyOrder("id:1", "id:2")
			assertThatThrownBy { context.getBean(Boxes::class.java).any(listOf(value)) }
				.hasMessageContaining("has a collection as an element")
		}
	}

	@Test
	fun bridgeThatSpringCannotCallDoesNotRun() {
		TestLocks.context(Suspending::class.java).use { context ->
			val handler = context.getBean(Suspending::class.java) as SuspendingHandler<Iban>
			assertThatThrownBy { runBlocking { handler.handle(Iban("DE1")) } }
				.hasMessageContaining("handle(java.lang.Object,kotlin.coroutines.Continuation)")
		}
	}

	@Test
	fun busyBridgeSkipsOrFallsBack() {
		TestLocks.context(Skips::class.java, FallsBack::class.java).use { context ->
			context.getBean(LockTemplate::class.java).acquire("busy").use {
				val skips = context.getBean(Skips::class.java) as Converter<Iban>
				assertThat(elsewhere { skips.convert(Iban("DE1")) }).isNull()
				val fallsBack = context.getBean(FallsBack::class.java) as Handler<Iban>
				assertThat(elsewhere { fallsBack.handle(Iban("DE1")) }).isEqualTo("fallback DE1")
			}
		}
	}

	companion object {

		private val iban = Iban("DE1")

		private fun elsewhere(call: () -> Any?): Any? = CompletableFuture.supplyAsync(call).get()

		@Suppress("UNCHECKED_CAST")
		private fun generic(bean: Any) = (bean as Handler<Iban>).handle(iban)

		@JvmStatic
		fun calls(): List<Arguments> = listOf(
			arguments(Transfer::class, ::generic, "iban:DE1"),
			arguments(Transfer::class, { bean: Any -> (bean as Transfer).handle(iban) }, "iban:DE1"),
			arguments(Numbered::class, { bean: Any -> (bean as Handler<Account>).handle(Account(5)) }, "account:5"),
			arguments(NumberedOrNull::class, { bean: Any -> (bean as Handler<Account?>).handle(Account(5)) }, "account:5"),
			arguments(OfClass::class, { bean: Any -> (bean as Base<Iban>).handle(iban) }, "iban:DE1"),
			arguments(OfClass::class, { bean: Any -> (bean as OfClass).handle(iban) }, "iban:DE1"),
			arguments(OfAnnotatedClass::class, { bean: Any -> (bean as AnnotatedBase<Iban>).handle(iban) }, "iban:DE1"),
			arguments(OfAnnotatedClass::class, { bean: Any -> (bean as OfAnnotatedClass).handle(iban) }, "iban:DE1"),
			arguments(OfAnnotatedPort::class, { bean: Any -> (bean as AnnotatedPort<Iban>).handle(iban) }, "iban:DE1"),
			arguments(OfAnnotatedPort::class, { bean: Any -> (bean as OfAnnotatedPort).handle(iban) }, "iban:DE1"),
			arguments(Whole::class, ::generic, "iban:DE1"),
			arguments(Suspending::class, { bean: Any -> runBlocking { (bean as Suspending).handle(iban) } }, "iban:DE1"),
			arguments(OfDefault::class, ::generic, "iban:DE1"),
			arguments(OfDefault::class, { bean: Any -> (bean as OfDefault).handle(iban) }, "iban:DE1"),
			arguments(Child::class, ::generic, "iban:DE1"),
			arguments(Child::class, { bean: Any -> (bean as Transfer).handle(iban) }, "iban:DE1"),
			arguments(Overloaded::class, ::generic, "iban:DE1"),
			arguments(Returns::class, { bean: Any -> (bean as Source<Iban>).next().value }, "next"),
			arguments(Returns::class, { bean: Any -> (bean as Returns).next().value }, "next"),
			arguments(Property::class, { bean: Any -> (bean as Named<Iban>).name.value }, "property"),
			arguments(Delegates::class, ::generic, "iban:DE1"))

		@JvmStatic
		fun several(): List<Any> = listOf(Ids(listOf("1", "2")), Accounts(listOf(Account(1), Account(2))))

		@JvmStatic
		fun proxiedByInterface(): List<Arguments> = listOf(
			arguments(Transfer::class, ::generic, "iban:DE1"),
			arguments(Child::class, ::generic, "iban:DE1"),
			arguments(OfDefault::class, ::generic, "iban:DE1"))

	}

	interface Handler<T> {

		fun handle(id: T): String

	}

	interface AnnotatedPort<T> {

		@DistributedLock(name = "iban", key = "#id")
		fun handle(id: T): String

	}

	interface SuspendingHandler<T> {

		suspend fun handle(id: T): String

	}

	interface Converter<T> {

		fun convert(id: T): T?

	}

	interface Source<T> {

		fun next(): T

	}

	interface Named<T> {

		val name: T

	}

	abstract class Base<T> {

		abstract fun handle(id: T): String

	}

	open class AnnotatedBase<T> {

		@DistributedLock(name = "iban", key = "#id")
		open fun handle(id: T): String = key()

	}

	interface DefaultHandler : Handler<Iban> {

		@DistributedLock(name = "iban", key = "#id")
		override fun handle(id: Iban): String = key()

	}

	internal open class Transfer : Handler<Iban> {

		@DistributedLock(name = "iban", key = "#id")
		override fun handle(id: Iban): String = key()

	}

	internal open class Child : Transfer() {

		override fun handle(id: Iban): String = super.handle(id)

	}

	internal open class Numbered : Handler<Account> {

		@DistributedLock(name = "account", key = "#id")
		override fun handle(id: Account): String = key()

	}

	internal open class NumberedOrNull : Handler<Account?> {

		@DistributedLock(name = "account", key = "#id")
		override fun handle(id: Account?): String = key()

	}

	internal open class OfClass : Base<Iban>() {

		@DistributedLock(name = "iban", key = "#id")
		override fun handle(id: Iban): String = key()

	}

	internal open class OfAnnotatedClass : AnnotatedBase<Iban>() {

		override fun handle(id: Iban): String = key()

	}

	internal open class OfAnnotatedPort : AnnotatedPort<Iban> {

		override fun handle(id: Iban): String = key()

	}

	@DistributedLock(name = "iban", key = "#p0")
	internal open class Whole : Handler<Iban> {

		override fun handle(id: Iban): String = key()

	}

	internal open class Suspending : SuspendingHandler<Iban> {

		@DistributedLock(name = "iban", key = "#id")
		override suspend fun handle(id: Iban): String = key()

	}

	internal open class OfDefault : DefaultHandler

	internal open class Overloaded : Handler<Iban> {

		@DistributedLock(name = "iban", key = "#id")
		override fun handle(id: Iban): String = key()

		open fun handle(id: Account): String = key()

		open fun handle(id: OtherText): String = key()

	}

	internal open class Leader : Handler<Iban> {

		@LeaderOnly("role", onBusy = OnBusy.FAIL)
		override fun handle(id: Iban): String = key()

	}

	internal open class Returns : Source<Iban> {

		@DistributedLock("next")
		override fun next(): Iban = Iban(key())

	}

	internal open class Property : Named<Iban> {

		@get:DistributedLock("property")
		override val name: Iban
			get() = Iban(key())

	}

	@DistributedLock(name = "iban", key = "#p0")
	internal open class Delegates : Handler<Iban> by Plain()

	internal class Plain : Handler<Iban> {

		override fun handle(id: Iban): String = key()

	}

	internal open class Skips : Converter<Iban> {

		@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		override fun convert(id: Iban): Iban? = id

	}

	internal open class FallsBack : Handler<Iban> {

		@DistributedLock(name = "busy", waitTime = "0", fallbackMethod = "instead")
		override fun handle(id: Iban): String = key()

		@JvmName("instead")
		protected fun instead(id: Iban, reason: LockNotAcquiredException): String = "fallback ${id.value}"

	}

	internal open class Boxes {

		@DistributedLock(name = "id", key = "#id")
		open fun one(id: Account): String = key()

		@DistributedLock(name = "id", key = "#id")
		open fun maybe(id: Account?): String = key()

		@DistributedLock(name = "id", key = "#ids")
		open fun all(ids: Collection<Account>): String = key()

		@DistributedLock(name = "id", key = "#ids")
		open fun array(ids: Array<Account>): String = key()

		@DistributedLock(name = "id", key = "#id")
		open fun any(id: Any): String = key()

		@DistributedLock(name = "id", key = "#id")
		open fun nested(id: Nested): String = key()

		@DistributedLock(name = "id", key = "#id")
		open fun nestedOrNull(id: Nested?): String = key()

		@DistributedLock(name = "id", key = "#holder.id")
		open fun property(holder: Holder): String = key()

		@DistributedLock(name = "id", key = "#id")
		open fun text(id: Labelled): String = key()

		@DistributedLock(name = "id", key = "#id")
		open fun unsigned(id: UInt): String = key()

		@DistributedLock(name = "id", key = "#id")
		open fun duration(id: Duration): String = key()

	}

	internal data class Holder(val id: Account?)

	@JvmInline
	value class Nested(val account: Account)

	@JvmInline
	value class Ids(val values: List<String>)

	@JvmInline
	value class Accounts(val values: List<Account>)

	@JvmInline
	value class Labelled(private val value: String) {

		override fun toString(): String = "another text"

	}

	@JvmInline
	value class Iban(val value: String)

	@JvmInline
	value class OtherText(val value: String)

	@JvmInline
	value class Account(val value: Long)

}

private fun key(): String = LockContext.current().map(HeldLock::key).orElse("NOT LOCKED")
