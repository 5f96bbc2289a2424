// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockException;
import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockReleasedException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DeferredResultException;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.IllegalLockConditionException;
import io.distlock.leader.NotLeaderException;
import io.distlock.lease.LeaseLockEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Whatever goes wrong with a lock, its exception has the name of the lock.
 */
class LockNamesInExceptionsTests {

	private AnnotationConfigApplicationContext context;

	private Desk desk;

	private LockTemplate template;

	private TestLocks.Store store;

	@BeforeEach
	void start() {
		this.context = TestLocks.context(Desk.class);
		this.desk = this.context.getBean(Desk.class);
		this.template = this.context.getBean(LockTemplate.class);
		this.store = this.context.getBean(TestLocks.Store.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	static Stream<Arguments> failures() {
		return Stream.of(failure("busy", LockNotAcquiredException.class, (test) -> test.busy((desk) -> desk.book("a"))),
				failure("busy after waiting", LockNotAcquiredException.class,
						(test) -> test.busy((desk) -> desk.bookSoon("a"))),
				failure("one of several keys is busy", LockNotAcquiredException.class,
						(test) -> test.busy((desk) -> desk.bookAll(List.of("a", "b")))),
				failure("held in another mode", LockNotAcquiredException.class,
						(test) -> test.busy((desk) -> desk.look("a"))),
				failure("no permit is left", LockNotAcquiredException.class,
						(test) -> test.busy(LockRequest.of("seat", "a").permits(1), (desk) -> desk.enter("a"))),
				failure("busy for a stage", LockNotAcquiredException.class,
						(test) -> test.busy((desk) -> join(desk.bookLater("a")))),
				failure("busy for a publisher", LockNotAcquiredException.class,
						(test) -> test.busy((desk) -> desk.bookOnDemand("a").block())),
				failure("busy for a request", LockNotAcquiredException.class,
						(test) -> test.busy((desk) -> test.attempt(test.named()))),
				failure("store away", LockProviderException.class, (test) -> {
					test.store.down = true;
					test.desk.book("a");
				}), failure("engine closed", LockProviderException.class, (test) -> {
					test.context.getBean(LeaseLockEngine.class).close();
					test.desk.book("a");
				}), failure("lost", LockLostException.class, (test) -> test.desk.lose("a", test.store)),
				failure("lost for a request", LockLostException.class,
						(test) -> test.template.execute(test.named().leaseTime(LockRequest.MIN_LEASE_TIME), (lock) -> {
							test.store.loses = true;
							TestLocks.awaitLoss(lock);
							return "lost";
						})),
				failure("used after its release", LockReleasedException.class, (test) -> {
					HeldLock lock = test.template.acquire(test.named());
					lock.close();
					lock.assertHeld();
				}), failure("null", IllegalLockKeyException.class, (test) -> test.desk.book(null)),
				failure("no key", IllegalLockKeyException.class, (test) -> test.desk.bookAll(List.of())),
				failure("key that fails", IllegalLockKeyException.class, (test) -> test.desk.bookFirst(List.of())),
				failure("key too long", IllegalLockKeyException.class, (test) -> test.desk.book("x".repeat(100_000))),
				failure("key of the library", IllegalLockKeyException.class,
						(test) -> test.template.acquire(LockRequest.of("distlock.mine").name("seat"))),
				failure("key of a job", IllegalLockKeyException.class,
						(test) -> test.template.asLock(LockRequest.of("cluster-job:mine").name("seat")).tryLock()),
				failure("key of a migration", IllegalLockKeyException.class,
						(test) -> test.template.acquireAsync(LockRequest.of("liquibase:mine").name("seat"))),
				failure("condition that fails", IllegalLockConditionException.class,
						(test) -> test.desk.bookIf("no number")),
				failure("deferred result", DeferredResultException.class, (test) -> test.desk.promise("a")),
				failure("not the leader", NotLeaderException.class, (test) -> {
					throw new NotLeaderException("seat");
				}));
	}

	private static void join(CompletionStage<?> stage) {
		try {
			stage.toCompletableFuture().join();
		}
		catch (CompletionException ex) {
			throw (LockException) ex.getCause();
		}
	}

	private static Arguments failure(String way, Class<? extends LockException> type,
			Consumer<LockNamesInExceptionsTests> code) {
		return Arguments.of(way, type, code);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("failures")
	void nameIsThatOfTheLock(String way, Class<? extends LockException> type,
			Consumer<LockNamesInExceptionsTests> code) {
		assertThat(catchThrowableOfType(type, () -> code.accept(this))).isExactlyInstanceOf(type)
			.extracting(LockException::getName)
			.isEqualTo("seat");
	}

	@Test
	void lockWithoutANameHasItsKey() {
		busy(LockRequest.of("loose:1"),
				(called) -> assertThatExceptionOfType(LockNotAcquiredException.class)
					.isThrownBy(() -> attempt(LockRequest.of("loose:1")))
					.satisfies((ex) -> assertThat(ex.getName()).isEqualTo(ex.getKey()).isEqualTo("loose:1")));
	}

	@Test
	void innerLockWithoutANameDoesNotGetThatOfTheOuterOne() {
		busy(LockRequest.of("loose:1"),
				(called) -> assertThatExceptionOfType(LockNotAcquiredException.class)
					.isThrownBy(() -> called.bookAnd("a", () -> attempt(LockRequest.of("loose:1"))))
					.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("loose:1")));
	}

	private LockRequest named() {
		return LockRequest.of("seat", "a");
	}

	private void attempt(LockRequest request) {
		this.template.execute(request.waitTime(Duration.ZERO), (lock) -> "done");
	}

	private void busy(Consumer<Desk> call) {
		busy(named(), call);
	}

	/**
	 * Call while another thread holds the lock.
	 */
	private void busy(LockRequest held, Consumer<Desk> call) {
		HeldLock lock = CompletableFuture.supplyAsync(() -> this.template.acquire(held)).join();
		try {
			call.accept(this.desk);
		}
		finally {
			lock.close();
		}
	}

	static class Desk {

		@DistributedLock(name = "seat", key = "#id", waitTime = "0")
		void book(@Nullable String id) {
		}

		@DistributedLock(name = "seat", key = "#id", waitTime = "20ms")
		void bookSoon(String id) {
		}

		@DistributedLock(name = "seat", key = "#ids", waitTime = "0")
		void bookAll(List<String> ids) {
		}

		@DistributedLock(name = "seat", key = "#ids[0]", waitTime = "0")
		void bookFirst(List<String> ids) {
		}

		@DistributedLock(name = "seat", key = "#id", condition = "T(Integer).parseInt(#id) > 0")
		void bookIf(String id) {
		}

		@DistributedLock(name = "seat", key = "#id")
		void bookAnd(String id, Runnable work) {
			work.run();
		}

		@DistributedLock(name = "seat", key = "#id", waitTime = "0", mode = LockMode.SHARED)
		void look(String id) {
		}

		@ClusterConcurrencyLimit(name = "seat", key = "#id", permits = 1, waitTime = "0")
		void enter(String id) {
		}

		@DistributedLock(name = "seat", key = "#id", waitTime = "0")
		CompletionStage<String> bookLater(String id) {
			return CompletableFuture.completedFuture(id);
		}

		@DistributedLock(name = "seat", key = "#id", waitTime = "0")
		Mono<String> bookOnDemand(String id) {
			return Mono.just(id);
		}

		@DistributedLock(name = "seat", key = "#id")
		Object promise(String id) {
			return Mono.just(id);
		}

		@DistributedLock(name = "seat", key = "#id", leaseTime = "100ms")
		void lose(String id, TestLocks.Store store) {
			store.loses = true;
			TestLocks.awaitLoss(LockContext.current().orElseThrow());
		}

	}

}
