// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor

import io.distlock.HeldLock
import io.distlock.LockContext
import io.distlock.LockLostException
import io.distlock.annotation.DistributedLock
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.delay
import kotlinx.coroutines.reactor.awaitSingle
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.springframework.context.annotation.AnnotationConfigApplicationContext
import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.transaction.annotation.Transactional
import org.springframework.transaction.reactive.TransactionalOperator
import org.springframework.transaction.reactive.executeAndAwait

/**
 * Locked functions that suspend, and reactive transactions.
 */
@Timeout(60)
internal class SuspendTransactionTests {

	private lateinit var context: AnnotationConfigApplicationContext

	private lateinit var shop: KotlinShop

	private lateinit var store: TestLocks.Store

	private lateinit var transactions: TransactionalOperator

	@BeforeEach
	fun start() {
		context = TestLocks.context(ReactiveTransactionTests.Database::class.java, KotlinShop::class.java,
			KotlinBuyer::class.java)
		shop = context.getBean(KotlinShop::class.java)
		store = context.getBean(TestLocks.Store::class.java)
		transactions = context.getBean(TransactionalOperator::class.java)
	}

	@AfterEach
	fun stop() = context.close()

	@Test
	fun callersTransactionSellsWhatThereIs() = runBlocking<Unit> {
		val buyer = context.getBean(KotlinBuyer::class.java)
		val nodes = Semaphore(8)
		val sold = List(24) { async(Dispatchers.Default) { nodes.withPermit { buyer.buy("beans") } } }.awaitAll()
		assertThat(sold.count { it }).isEqualTo(10)
		assertThat(shop.units("beans")).isZero()
	}

	@Test
	fun lockIsKeptUntilTheCallersTransactionIsComplete() = runBlocking<Unit> {
		transactions.executeAndAwait {
			shop.takeOne("beans")
			assertThat(store.isFree("stock:beans")).isFalse()
			shop.takeOne("beans")
		}
		assertThat(store.isFree("stock:beans")).isTrue()
		assertThat(store.asked).containsOnlyOnce("stock:beans")
		assertThat(shop.units("beans")).isEqualTo(8)
	}

	@Test
	fun lossRollsTheTransactionOfTheFunctionBack() {
		store.loses = true
		assertThatExceptionOfType(LockLostException::class.java).isThrownBy { runBlocking { shop.lose("beans") } }
		assertThat(runBlocking { shop.units("beans") }).isEqualTo(10)
	}

	@Test
	fun lossRollsATransactionInsideTheFunctionBack() {
		store.loses = true
		assertThatExceptionOfType(LockLostException::class.java)
			.isThrownBy { runBlocking { shop.loseInside("beans") } }
		assertThat(runBlocking { shop.units("beans") }).isEqualTo(10)
	}

	internal open class KotlinBuyer(private val shop: KotlinShop) {

		@Transactional
		open suspend fun buy(id: String): Boolean = shop.takeOne(id).also { delay(5) }

	}

	internal open class KotlinShop(private val client: DatabaseClient, private val transactions: TransactionalOperator) {

		open suspend fun units(id: String): Int =
			client.sql("SELECT units FROM stock WHERE id = :id").bind("id", id)
				.map { row -> row.get(0, Int::class.javaObjectType)!! }.one().awaitSingle()

		private suspend fun sell(id: String): Boolean {
			val units = units(id)
			delay(2)
			return units > 0 && client.sql("UPDATE stock SET units = :units WHERE id = :id")
				.bind("units", units - 1).bind("id", id).fetch().rowsUpdated().awaitSingle() == 1L
		}

		@DistributedLock(name = "stock", key = "#id")
		open suspend fun takeOne(id: String): Boolean = sell(id)

		@DistributedLock(name = "stock", key = "#id", leaseTime = "300ms")
		@Transactional
		open suspend fun lose(id: String): Boolean = sell(id).also { awaitLoss() }

		@DistributedLock(name = "stock", key = "#id", leaseTime = "300ms")
		open suspend fun loseInside(id: String): Boolean {
			delay(5)
			return transactions.executeAndAwait { sell(id).also { awaitLoss() } }
		}

		private suspend fun awaitLoss() {
			val lock: HeldLock = LockContext.current().orElseThrow()
			while (lock.isHeld) {
				delay(10)
			}
		}

	}

}
