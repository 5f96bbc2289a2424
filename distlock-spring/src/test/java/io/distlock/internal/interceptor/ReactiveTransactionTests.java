// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.Map;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.annotation.DistributedLock;
import io.r2dbc.h2.H2ConnectionConfiguration;
import io.r2dbc.h2.H2ConnectionFactory;
import io.r2dbc.h2.H2ConnectionOption;
import io.r2dbc.spi.ConnectionFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locked methods and transactions that have no thread.
 */
@Timeout(60)
@Tag("safety")
class ReactiveTransactionTests {

	private AnnotationConfigApplicationContext context;

	private Shop shop;

	private TestLocks.Store store;

	private TransactionalOperator transactions;

	@AfterEach
	void stop() {
		this.context.close();
	}

	private void start(Map<String, Object> properties) {
		this.context = TestLocks.context(properties, (starting) -> {
		}, Database.class, Shop.class, Caller.class);
		this.shop = this.context.getBean(Shop.class);
		this.store = this.context.getBean(TestLocks.Store.class);
		this.transactions = this.context.getBean(TransactionalOperator.class);
	}

	@Test
	void callersTransactionSellsWhatThereIs() {
		start(Map.of());
		Mono<Boolean> attempt = this.transactions
			.transactional(this.shop.takeOne("beans").delayElement(Duration.ofMillis(5)))
			.subscribeOn(Schedulers.boundedElastic());
		StepVerifier.create(Flux.range(0, 24).flatMap((i) -> attempt, 8).filter((sold) -> sold).count())
			.expectNext(10L)
			.verifyComplete();
		assertThat(units()).isZero();
	}

	@Test
	void annotatedCallersTransactionSellsWhatThereIs() {
		start(Map.of());
		Mono<Boolean> attempt = this.context.getBean(Caller.class)
			.buy("beans")
			.subscribeOn(Schedulers.boundedElastic());
		StepVerifier.create(Flux.range(0, 24).flatMap((i) -> attempt, 8).filter((sold) -> sold).count())
			.expectNext(10L)
			.verifyComplete();
		assertThat(units()).isZero();
	}

	@Test
	void lockIsKeptUntilTheCallersTransactionIsComplete() {
		start(Map.of());
		Mono<Boolean> free = this.shop.takeOne("beans").map((sold) -> this.store.isFree("stock:beans"));
		StepVerifier.create(this.transactions.transactional(free)).expectNext(false).verifyComplete();
		assertThat(this.store.isFree("stock:beans")).isTrue();
		StepVerifier.create(free).expectNext(true).verifyComplete();
	}

	@Test
	void fluxIsKeptUntilTheCallersTransactionIsComplete() {
		start(Map.of());
		Flux<Integer> counted = this.shop.count("beans");
		StepVerifier
			.create(this.transactions
				.transactional(counted.concatWith(Mono.fromSupplier(() -> this.store.isFree("count:beans") ? -1 : 0))))
			.expectNext(10, 0)
			.verifyComplete();
		assertThat(this.store.isFree("count:beans")).isTrue();
	}

	@Test
	void rollbackAndCancellationRelease() {
		start(Map.of());
		StepVerifier
			.create(this.transactions
				.transactional(this.shop.takeOne("beans").then(Mono.error(new IllegalStateException("caller")))))
			.verifyErrorMessage("caller");
		assertThat(this.store.isFree("stock:beans")).isTrue();
		assertThat(units()).isEqualTo(10);
		Disposable subscription = this.transactions.transactional(this.shop.takeOne("beans").then(Mono.never()))
			.subscribe();
		Awaitility.await().until(() -> !this.store.isFree("stock:beans"));
		subscription.dispose();
		Awaitility.await().until(() -> this.store.isFree("stock:beans"));
		assertThat(units()).isEqualTo(10);
	}

	@Test
	void transactionsThatAreCancelledAtAnyMomentLeaveNothing() {
		start(Map.of());
		for (int i = 0; i < 100; i++) {
			Disposable subscription = this.transactions.transactional(this.shop.takeOne("race")).subscribe();
			if (i % 3 > 0) {
				Thread.yield();
			}
			subscription.dispose();
		}
		Awaitility.await().until(() -> this.store.isFree("stock:race"));
	}

	@Test
	void secondCallInOneTransactionEntersTheSameLock() {
		start(Map.of());
		Mono<Boolean> one = this.shop.takeOne("beans");
		StepVerifier.create(this.transactions.transactional(one.then(one).then(this.shop.apart("beans").then(one))))
			.expectNext(true)
			.verifyComplete();
		assertThat(this.store.asked).containsOnlyOnce("stock:beans");
		assertThat(this.store.isFree("stock:beans")).isTrue();
		assertThat(units()).isEqualTo(7);
	}

	@Test
	void lockOfAMethodWithATransactionOfItsOwnEndsWithIt() {
		start(Map.of());
		Mono<Boolean> free = this.shop.apart("beans").thenReturn(true).map((done) -> this.store.isFree("apart:beans"));
		StepVerifier.create(this.transactions.transactional(free)).expectNext(true).verifyComplete();
		Mono<Boolean> outside = this.shop.outside("beans").map((done) -> this.store.isFree("outside:beans"));
		StepVerifier.create(this.transactions.transactional(outside)).expectNext(true).verifyComplete();
	}

	@Test
	void lockEndsWithTheMethodWhereTransactionsAreIgnored() {
		start(Map.of("distlock.transaction-aware", "false"));
		Mono<Boolean> free = this.shop.takeOne("beans").map((sold) -> this.store.isFree("stock:beans"));
		StepVerifier.create(this.transactions.transactional(free)).expectNext(true).verifyComplete();
	}

	@Test
	void lossBeforeTheCommitRollsTheCallersTransactionBack() {
		start(Map.of());
		this.store.loses = true;
		Mono<Boolean> sale = this.shop.takeOneWithShortLease("beans")
			.delayUntil((sold) -> Mono.fromRunnable(() -> TestLocks.awaitLoss(this.shop.lock())));
		StepVerifier.create(this.transactions.transactional(sale)).verifyError(LockLostException.class);
		assertThat(units()).isEqualTo(10);
	}

	@Test
	void lossRollsTheTransactionOfTheMethodBack() {
		start(Map.of());
		this.store.loses = true;
		StepVerifier.create(this.shop.loseInOwnTransaction("beans")).verifyError(LockLostException.class);
		assertThat(units()).isEqualTo(10);
	}

	@Test
	void lossRollsATransactionInsideTheMethodBack() {
		start(Map.of());
		this.store.loses = true;
		StepVerifier.create(this.shop.loseInside("beans")).verifyError(LockLostException.class);
		assertThat(units()).isEqualTo(10);
	}

	private Integer units() {
		return this.shop.read("beans").block();
	}

	static class Caller {

		private final Shop shop;

		Caller(Shop shop) {
			this.shop = shop;
		}

		@Transactional
		Mono<Boolean> buy(String id) {
			return this.shop.takeOne(id).delayElement(Duration.ofMillis(5));
		}

	}

	static class Shop {

		private final DatabaseClient client;

		private final TransactionalOperator transactions;

		private volatile HeldLock lock;

		Shop(DatabaseClient client, TransactionalOperator transactions) {
			this.client = client;
			this.transactions = transactions;
		}

		HeldLock lock() {
			return this.lock;
		}

		Mono<Integer> read(String id) {
			return this.client.sql("SELECT units FROM stock WHERE id = :id")
				.bind("id", id)
				.map((row) -> row.get(0, Integer.class))
				.one();
		}

		private Mono<Boolean> sell(String id) {
			return read(id).delayElement(Duration.ofMillis(2))
				.flatMap((units) -> (units > 0) ? write(id, units - 1).thenReturn(true) : Mono.just(false));
		}

		private Mono<Long> write(String id, int units) {
			return this.client.sql("UPDATE stock SET units = :units WHERE id = :id")
				.bind("units", units)
				.bind("id", id)
				.fetch()
				.rowsUpdated();
		}

		@DistributedLock(name = "stock", key = "#id")
		Mono<Boolean> takeOne(String id) {
			return sell(id);
		}

		@DistributedLock(name = "count", key = "#id")
		Flux<Integer> count(String id) {
			return read(id).flux();
		}

		@DistributedLock(name = "stock", key = "#id", leaseTime = "300ms")
		Mono<Boolean> takeOneWithShortLease(String id) {
			this.lock = LockContext.current().orElseThrow();
			return sell(id);
		}

		@DistributedLock(name = "apart", key = "#id")
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		Mono<Integer> apart(String id) {
			return this.client.sql("SELECT 1").map((row) -> row.get(0, Integer.class)).one();
		}

		@DistributedLock(name = "outside", key = "#id")
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		Mono<Integer> outside(String id) {
			return this.client.sql("SELECT 1").map((row) -> row.get(0, Integer.class)).one();
		}

		@DistributedLock(name = "stock", key = "#id", leaseTime = "300ms")
		@Transactional
		Mono<Boolean> loseInOwnTransaction(String id) {
			HeldLock lock = LockContext.current().orElseThrow();
			return sell(id).delayUntil((sold) -> Mono.fromRunnable(() -> TestLocks.awaitLoss(lock)));
		}

		@DistributedLock(name = "stock", key = "#id", leaseTime = "300ms")
		Mono<Boolean> loseInside(String id) {
			HeldLock lock = LockContext.current().orElseThrow();
			return this.transactions
				.transactional(sell(id).delayUntil((sold) -> Mono.fromRunnable(() -> TestLocks.awaitLoss(lock))));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Database {

		@Bean
		H2ConnectionFactory connectionFactory() {
			return new H2ConnectionFactory(H2ConnectionConfiguration.builder()
				.inMemory("reactive-" + System.nanoTime())
				.property(H2ConnectionOption.DB_CLOSE_DELAY, "-1")
				.option("LOCK_TIMEOUT=20000")
				.build());
		}

		@Bean
		DatabaseClient client(ConnectionFactory connectionFactory) {
			DatabaseClient client = DatabaseClient.create(connectionFactory);
			client.sql("CREATE TABLE stock (id VARCHAR(20) PRIMARY KEY, units INT)").then().block();
			client.sql("INSERT INTO stock VALUES ('beans', 10), ('race', 10)").then().block();
			return client;
		}

		@Bean
		ReactiveTransactionManager transactionManager(ConnectionFactory connectionFactory) {
			return new R2dbcTransactionManager(connectionFactory);
		}

		@Bean
		TransactionalOperator transactionalOperator(ReactiveTransactionManager transactionManager) {
			return TransactionalOperator.create(transactionManager);
		}

	}

}
