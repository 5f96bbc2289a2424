// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockSnapshot;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A locked method that calls one with the same key, in each mode and with each way of
 * returning: what is held inside the inner one.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NestedModesTests {

	private static final String REFUSED = "refused: the caller shares the lock";

	private static final String BUSY = "busy: another owner has the lock";

	private AnnotationConfigApplicationContext context;

	private Prices prices;

	private LeaseLockEngine engine;

	private LeaseLockEngine rival;

	@BeforeAll
	void start() {
		this.context = TestLocks.context(ReactiveTransactionTests.Database.class, Prices.class, SuspendingPrices.class);
		this.prices = this.context.getBean(Prices.class);
		this.engine = this.context.getBean(LeaseLockEngine.class);
		this.rival = new LeaseLockEngine(this.context.getBean(TestLocks.Store.class),
				LeaseSettings.of("test", "rival").withHandOff(32, Duration.ofMillis(100)), (event) -> {
				});
	}

	@AfterAll
	void stop() {
		this.rival.close();
		this.context.close();
	}

	static Stream<Arguments> calls() {
		List<Arguments> calls = new ArrayList<>();
		for (Way outer : Way.values()) {
			for (Way inner : Way.values()) {
				for (LockMode held : LockMode.values()) {
					for (LockMode asked : LockMode.values()) {
						if (inner != Way.TRANSACTION) {
							calls.add(Arguments.of(held, outer, asked, inner, expected(outer, inner, held, asked)));
						}
					}
				}
			}
		}
		return calls.stream();
	}

	private static String expected(Way outer, Way inner, LockMode held, LockMode asked) {
		if ((held == LockMode.PERMIT) != (asked == LockMode.PERMIT)) {
			return held(held, asked);
		}
		if (outer.isKnownTo(inner)) {
			return (held == LockMode.SHARED && asked == LockMode.EXCLUSIVE) ? REFUSED : held(held);
		}
		return (held == LockMode.EXCLUSIVE || asked == LockMode.EXCLUSIVE) ? BUSY : held(held, asked);
	}

	private static String held(LockMode... modes) {
		return "held: " + Stream.of(modes).sorted().toList();
	}

	@ParameterizedTest(name = "{0} {1} calls {2} {3} -> {4}")
	@MethodSource("calls")
	void nestedCallHasWhatItAsksForOrIsRefused(LockMode held, Way outer, LockMode asked, Way inner, String expected) {
		Mono<String> nested = call(inner, asked, Mono.fromSupplier(this::inside))
			.onErrorResume(LockNotAcquiredException.class, (busy) -> Mono.just(BUSY))
			.onErrorResume(IllegalStateException.class, (refusal) -> {
				assertThat(refusal).hasMessageContaining("'prices'").hasMessageContaining("already holds it shared");
				return Mono.just(REFUSED);
			});
		assertThat(call(outer, held, nested).block()).isEqualTo(expected);
		assertThat(this.engine.snapshot()).isEmpty();
	}

	@Test
	void oneOfSeveralSharedKeysIsEnoughForARefusal() {
		Supplier<Mono<String>> exclusive = () -> this.prices.exclusiveMono(Mono.just("done"));
		assertThatIllegalStateException().isThrownBy(() -> this.prices.sharedWithStock(Mono.defer(exclusive)).block())
			.withMessageContaining("'prices'")
			.withMessageContaining("already holds it shared");
		assertThat(this.engine.snapshot()).isEmpty();
	}

	@Test
	void holdThatHasEndedRefusesNothing() {
		AtomicReference<Mono<String>> left = new AtomicReference<>(Mono.empty());
		Mono<String> leaving = Mono.deferContextual((context) -> {
			left.set(this.prices.exclusiveMono(Mono.fromSupplier(this::inside)).contextWrite(context));
			return Mono.just("left");
		});
		assertThat(this.prices.sharedMono(leaving).block()).isEqualTo("left");
		assertThat(left.get().block()).isEqualTo(held(LockMode.EXCLUSIVE));
	}

	private Mono<String> call(Way way, LockMode mode, Mono<String> body) {
		return switch (way) {
			case BLOCKING -> Mono.fromSupplier(() -> blocking(mode, body));
			case STAGE -> Mono.fromFuture(() -> stage(mode, body));
			case MONO -> Mono.defer(() -> mono(mode, body));
			case FLUX -> Flux.defer(() -> flux(mode, body)).single();
			case SUSPEND -> SuspendingPrices.call(this.context.getBean(SuspendingPrices.class), mode, body);
			case TRANSACTION -> this.context.getBean(TransactionalOperator.class)
				.transactional(mono(mode, Mono.just("locked")).then(body));
		};
	}

	private String blocking(LockMode mode, Mono<String> body) {
		return switch (mode) {
			case EXCLUSIVE -> this.prices.exclusiveBlocking(body);
			case SHARED -> this.prices.sharedBlocking(body);
			case PERMIT -> this.prices.permitBlocking(body);
		};
	}

	private CompletableFuture<String> stage(LockMode mode, Mono<String> body) {
		return switch (mode) {
			case EXCLUSIVE -> this.prices.exclusiveStage(body);
			case SHARED -> this.prices.sharedStage(body);
			case PERMIT -> this.prices.permitStage(body);
		};
	}

	private Mono<String> mono(LockMode mode, Mono<String> body) {
		return switch (mode) {
			case EXCLUSIVE -> this.prices.exclusiveMono(body);
			case SHARED -> this.prices.sharedMono(body);
			case PERMIT -> this.prices.permitMono(body);
		};
	}

	private Flux<String> flux(LockMode mode, Mono<String> body) {
		return switch (mode) {
			case EXCLUSIVE -> this.prices.exclusiveFlux(body);
			case SHARED -> this.prices.sharedFlux(body);
			case PERMIT -> this.prices.permitFlux(body);
		};
	}

	/**
	 * Return what this node holds. What it holds, another one does not get.
	 */
	private String inside() {
		List<LockMode> modes = this.engine.snapshot().stream().map(LockSnapshot::mode).toList();
		boolean exclusive = modes.contains(LockMode.EXCLUSIVE);
		LockRequest request = LockRequest.of("prices").waitTime(Duration.ZERO);
		assertThat(isGranted(request)).as("a rival writes").isEqualTo(!exclusive && !modes.contains(LockMode.SHARED));
		assertThat(isGranted(request.shared())).as("a rival reads").isEqualTo(!exclusive);
		assertThat(isGranted(request.permits(2))).as("a rival has a permit")
			.isEqualTo(modes.stream().filter((mode) -> mode == LockMode.PERMIT).count() < 2);
		return held(modes.toArray(LockMode[]::new));
	}

	private boolean isGranted(LockRequest request) {
		return new LockTemplate(this.rival).tryAcquire(request).map((lock) -> lock.release()).orElse(false);
	}

	/**
	 * How a method returns.
	 */
	enum Way {

		BLOCKING, STAGE, MONO, FLUX, SUSPEND,

		/**
		 * The method is done, and its transaction is not.
		 */
		TRANSACTION;

		/**
		 * Return whether a lock of this kind is found by a nested call: one of a thread
		 * is that thread's own, and a reactive transaction is seen by its chain only.
		 */
		boolean isKnownTo(Way inner) {
			return switch (this) {
				case BLOCKING -> inner == BLOCKING;
				case TRANSACTION -> inner != BLOCKING && inner != STAGE;
				case STAGE, MONO, FLUX, SUSPEND -> true;
			};
		}

	}

	/**
	 * One name, locked in each mode by methods that return in each way.
	 */
	static class Prices {

		@DistributedLock(name = "prices", waitTime = "0")
		String exclusiveBlocking(Mono<String> body) {
			return body.block();
		}

		@DistributedLock(name = "prices", waitTime = "0")
		CompletableFuture<String> exclusiveStage(Mono<String> body) {
			return body.toFuture();
		}

		@DistributedLock(name = "prices", waitTime = "0")
		Mono<String> exclusiveMono(Mono<String> body) {
			return body;
		}

		@DistributedLock(name = "prices", waitTime = "0")
		Flux<String> exclusiveFlux(Mono<String> body) {
			return body.flux();
		}

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		String sharedBlocking(Mono<String> body) {
			return body.block();
		}

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		CompletableFuture<String> sharedStage(Mono<String> body) {
			return body.toFuture();
		}

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		Mono<String> sharedMono(Mono<String> body) {
			return body;
		}

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		Flux<String> sharedFlux(Mono<String> body) {
			return body.flux();
		}

		@ClusterConcurrencyLimit(name = "prices", permits = 2, waitTime = "0")
		String permitBlocking(Mono<String> body) {
			return body.block();
		}

		@ClusterConcurrencyLimit(name = "prices", permits = 2, waitTime = "0")
		CompletableFuture<String> permitStage(Mono<String> body) {
			return body.toFuture();
		}

		@ClusterConcurrencyLimit(name = "prices", permits = 2, waitTime = "0")
		Mono<String> permitMono(Mono<String> body) {
			return body;
		}

		@ClusterConcurrencyLimit(name = "prices", permits = 2, waitTime = "0")
		Flux<String> permitFlux(Mono<String> body) {
			return body.flux();
		}

		@DistributedLock(name = "stock", mode = LockMode.SHARED)
		@DistributedLock(name = "prices", mode = LockMode.SHARED)
		Mono<String> sharedWithStock(Mono<String> body) {
			return body;
		}

	}

}
