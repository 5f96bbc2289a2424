// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
@Tag("timing")
class ReactiveLockTests {

	private AnnotationConfigApplicationContext context;

	private Jobs jobs;

	private TestLocks.Store store;

	private LockTemplate template;

	@BeforeEach
	void start() {
		this.context = TestLocks.context(Jobs.class, Inner.class);
		this.jobs = this.context.getBean(Jobs.class);
		this.store = this.context.getBean(TestLocks.Store.class);
		this.template = this.context.getBean(LockTemplate.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void lockIsAcquiredOnSubscriptionAndHeldUntilTheTerminalSignal() {
		Sinks.One<String> body = Sinks.one();
		Mono<String> result = this.jobs.mono("a", body.asMono());
		assertThat(this.store.asked).isEmpty();
		StepVerifier.create(result).then(() -> {
			Awaitility.await().until(() -> this.jobs.entered() == 1);
			assertThat(this.store.isFree("job:a")).isFalse();
			body.tryEmitValue("done");
		}).expectNext("done").verifyComplete();
		assertThat(this.store.isFree("job:a")).isTrue();
	}

	@Test
	void everySubscriptionAcquiresAnew() {
		Mono<String> result = this.jobs.mono("a", Mono.just("done"));
		StepVerifier.create(result.then(result).then(result)).expectNext("done").verifyComplete();
		assertThat(this.store.asked).containsExactly("job:a", "job:a", "job:a");
		assertThat(this.jobs.entered()).isEqualTo(3);
	}

	@Test
	void fluxHoldsTheLockUntilItsEnd() {
		StepVerifier
			.create(this.jobs.flux("f", Flux.range(1, 5))
				.doOnNext((i) -> assertThat(this.store.isFree("job:f")).isFalse()))
			.expectNext(1, 2, 3, 4, 5)
			.verifyComplete();
		assertThat(this.store.isFree("job:f")).isTrue();
	}

	@Test
	void errorOfTheBodyReleasesAndPassesAsItIs() {
		IllegalStateException failure = new IllegalStateException("body");
		StepVerifier.create(this.jobs.mono("a", Mono.error(failure))).verifyErrorMatches((error) -> error == failure);
		StepVerifier.create(this.jobs.flux("a", Flux.error(failure))).verifyErrorMatches((error) -> error == failure);
		StepVerifier.create(this.jobs.fail(failure)).verifyErrorMatches((error) -> error == failure);
		CompletionException wrapped = new CompletionException(failure);
		StepVerifier.create(this.jobs.mono("a", Mono.error(wrapped))).verifyErrorMatches((error) -> error == wrapped);
		assertThat(this.store.isFree("job:a")).isTrue();
	}

	@Test
	void cancellationReleases() {
		Disposable subscription = this.jobs.flux("c", Flux.never()).subscribe();
		Awaitility.await().until(() -> this.jobs.entered() == 1);
		subscription.dispose();
		Awaitility.await().until(() -> this.store.isFree("job:c"));
		StepVerifier.create(this.jobs.flux("c", Flux.range(1, 100)).take(2)).expectNext(1, 2).verifyComplete();
		Awaitility.await().until(() -> this.store.isFree("job:c"));
	}

	@Test
	void cancellationReleasesOnceTheMethodHasReturned() {
		Disposable subscription = this.jobs.waitInside("c").subscribe();
		Awaitility.await().until(() -> this.jobs.entered() == 1);
		subscription.dispose();
		Awaitility.await().during(Duration.ofMillis(100)).until(() -> !this.store.isFree("job:c"));
		this.jobs.letGo();
		Awaitility.await().until(() -> this.store.isFree("job:c"));
	}

	@Test
	void bodyOfAMonoIsNotCancelledWhenItIsDone() {
		AtomicReference<SignalType> end = new AtomicReference<>();
		StepVerifier.create(this.jobs.mono("d", Mono.just("done").doFinally(end::set)))
			.expectNext("done")
			.verifyComplete();
		assertThat(end).hasValue(SignalType.ON_COMPLETE);
	}

	@Test
	void fluxGivesAsMuchAsIsRequested() {
		AtomicInteger given = new AtomicInteger();
		StepVerifier.create(this.jobs.flux("b", Flux.range(1, 1000).doOnNext((i) -> given.incrementAndGet())), 1)
			.expectNext(1)
			.thenRequest(2)
			.expectNext(2, 3)
			.then(() -> assertThat(this.store.isFree("job:b")).isFalse())
			.thenCancel()
			.verify();
		assertThat(given).hasValue(3);
		Awaitility.await().until(() -> this.store.isFree("job:b"));
	}

	@Test
	void cancellationWhileWaitingLeavesNothing() {
		try (HeldLock lock = this.template.acquire("job:c")) {
			Disposable subscription = this.jobs.mono("c", Mono.just("x")).subscribe();
			subscription.dispose();
			assertThat(lock.isHeld()).isTrue();
		}
		Awaitility.await().until(() -> this.template.tryAcquire("job:c").map(HeldLock::release).orElse(false));
		assertThat(this.jobs.entered()).isZero();
	}

	@Test
	void subscriptionsThatAreCancelledAtAnyMomentLeaveNothing() {
		for (int i = 0; i < 500; i++) {
			Disposable subscription = this.jobs.mono("race", Mono.just("x")).subscribe();
			if (i % 3 > 0) {
				Thread.yield();
			}
			subscription.dispose();
		}
		Awaitility.await().until(() -> this.store.isFree("job:race"));
		StepVerifier.create(this.jobs.mono("race", Mono.just("last"))).expectNext("last").verifyComplete();
	}

	@Test
	void eventLoopIsNeitherBlockedNorUsed() {
		Mono<String> onEventLoop = this.jobs.thread().subscribeOn(Schedulers.parallel());
		try (HeldLock lock = this.template.acquire("thread")) {
			StepVerifier.create(Flux.merge(onEventLoop, Mono.just("other").subscribeOn(Schedulers.parallel())))
				.expectNext("other")
				.then(lock::release)
				.assertNext((thread) -> assertThat(thread).startsWith("distlock-async-"))
				.verifyComplete();
		}
	}

	@Test
	void busyLockFailsSkipsOrFallsBack() {
		try (HeldLock lock = this.template.acquire("busy")) {
			StepVerifier.create(this.jobs.failBusy()).verifyError(LockNotAcquiredException.class);
			StepVerifier.create(this.jobs.skipBusy()).verifyComplete();
			StepVerifier.create(this.jobs.skipBusyFlux()).verifyComplete();
			StepVerifier.create(this.jobs.fallBack(3)).expectNext("fallback 3 busy").verifyComplete();
		}
		assertThat(this.jobs.entered()).isZero();
	}

	@Test
	void lockExceptionOfANestedCallIsNotTakenForOurOwn() {
		LockNotAcquiredException nested = new LockNotAcquiredException("nested", "nested is busy");
		StepVerifier.create(this.jobs.skipThrowing(nested)).verifyErrorMatches((error) -> error == nested);
		StepVerifier.create(this.jobs.skipEmitting(nested)).verifyErrorMatches((error) -> error == nested);
	}

	@Test
	void nestedCallsInOneChainEnterTheSameLock() {
		StepVerifier.create(this.jobs.outer("n")).expectNext("inner [1, 2]").verifyComplete();
		assertThat(this.store.asked).containsExactly("job:n");
		assertThat(this.store.isFree("job:n")).isTrue();
	}

	@Test
	void badKeyIsAnErrorSignal() {
		StepVerifier.create(this.jobs.mono(" ", Mono.just("x"))).verifyError(IllegalLockKeyException.class);
	}

	@Test
	void lockIsInTheContextOfTheBody() {
		StepVerifier.create(this.jobs.context()).expectNext("context/context").verifyComplete();
		assertThat(LockContext.current()).isEmpty();
	}

	@Test
	void lossIsAnErrorAfterTheBody() {
		this.store.loses = true;
		StepVerifier.create(this.jobs.lose()).verifyError(LockLostException.class);
		StepVerifier.create(this.jobs.loseFlux()).expectNext("value").verifyError(LockLostException.class);
		StepVerifier.create(this.jobs.loseAndIgnore()).expectNext("ignored").verifyComplete();
	}

	@Test
	void methodThatReleasesItsLockHasNotLostIt() {
		StepVerifier.create(this.jobs.releaseEarly()).expectNext("released").verifyComplete();
		assertThat(this.store.isFree("early")).isTrue();
	}

	@Test
	void lossCancelsTheBodyIfItIsAskedTo() {
		this.store.loses = true;
		AtomicInteger cancelled = new AtomicInteger();
		StepVerifier.create(this.jobs.loseAndInterrupt(Mono.<String>never().doOnCancel(cancelled::incrementAndGet)))
			.verifyError(LockLostException.class);
		assertThat(cancelled).hasValue(1);
	}

	@Test
	void otherReactiveTypesWorkAsWell() {
		StepVerifier.create(this.jobs.publisher()).expectNext("publisher").verifyComplete();
		StepVerifier.create(JdkFlowAdapter.flowPublisherToFlux(this.jobs.flow())).expectNext("flow").verifyComplete();
		assertThat(this.store.asked).hasSize(2);
	}

	@Test
	void typesOfRxJavaHoldTheLock() {
		assertThat(this.jobs.single().blockingGet()).isFalse();
		assertThat(this.jobs.maybe().blockingGet()).isFalse();
		assertThat(this.jobs.flowable().toList().blockingGet()).containsExactly(false, false);
		this.jobs.completable().blockingAwait();
		assertThat(this.jobs.entered()).isEqualTo(1);
		assertThat(this.store.isFree("rx")).isTrue();
		try (HeldLock lock = this.template.acquire("rx")) {
			assertThat(this.jobs.maybe().blockingGet()).isNull();
			assertThat(this.jobs.single()
				.onErrorReturn((failure) -> failure instanceof LockNotAcquiredException)
				.blockingGet()).isTrue();
		}
	}

	@Test
	void manySubscriptionsOnOneKeyRunOneAfterTheOther() {
		AtomicInteger inside = new AtomicInteger();
		Mono<String> body = Mono.fromSupplier(() -> {
			assertThat(inside.incrementAndGet()).isEqualTo(1);
			return "x";
		}).delayElement(Duration.ofMillis(1)).doOnNext((x) -> inside.decrementAndGet());
		StepVerifier.create(Flux.range(0, 100).flatMap((i) -> this.jobs.mono("one", body), 100).count())
			.expectNext(100L)
			.verifyComplete();
	}

	static class Inner {

		@DistributedLock(name = "job", key = "#id", waitTime = "0")
		Mono<String> mono(String id) {
			return Mono.just("inner").delayElement(Duration.ofMillis(10));
		}

		@DistributedLock(name = "job", key = "#id", waitTime = "0")
		Flux<Integer> flux(String id) {
			return Flux.just(1, 2);
		}

	}

	static class Jobs {

		private final AtomicInteger entered = new AtomicInteger();

		private final CountDownLatch gate = new CountDownLatch(1);

		private final Inner inner;

		private final TestLocks.Store store;

		Jobs(Inner inner, TestLocks.Store store) {
			this.inner = inner;
			this.store = store;
		}

		int entered() {
			return this.entered.get();
		}

		@DistributedLock("early")
		Mono<String> releaseEarly() {
			LockContext.current().orElseThrow().release();
			return Mono.just("released");
		}

		@DistributedLock(name = "job", key = "#id")
		Mono<String> mono(String id, Mono<String> body) {
			this.entered.incrementAndGet();
			return body;
		}

		@DistributedLock(name = "job", key = "#id")
		Flux<Integer> flux(String id, Flux<Integer> body) {
			this.entered.incrementAndGet();
			return body;
		}

		@DistributedLock
		Mono<String> fail(RuntimeException failure) {
			throw failure;
		}

		@DistributedLock("thread")
		Mono<String> thread() {
			return Mono.just(Thread.currentThread().getName());
		}

		@DistributedLock(name = "busy", waitTime = "0")
		Mono<String> failBusy() {
			this.entered.incrementAndGet();
			return Mono.just("body");
		}

		@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		Mono<String> skipBusy() {
			this.entered.incrementAndGet();
			return Mono.just("body");
		}

		@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		Flux<String> skipBusyFlux() {
			this.entered.incrementAndGet();
			return Flux.just("body");
		}

		@DistributedLock(name = "busy", waitTime = "0", fallbackMethod = "fallback")
		Mono<String> fallBack(int id) {
			this.entered.incrementAndGet();
			return Mono.just("body");
		}

		private Mono<String> fallback(int id, LockNotAcquiredException reason) {
			return Mono.just("fallback " + id + " " + reason.getKey());
		}

		@DistributedLock(onBusy = OnBusy.SKIP)
		Mono<String> skipThrowing(RuntimeException failure) {
			throw failure;
		}

		@DistributedLock(onBusy = OnBusy.SKIP)
		Flux<String> skipEmitting(RuntimeException failure) {
			return Flux.error(failure);
		}

		@DistributedLock(name = "job", key = "#id")
		Mono<String> outer(String id) {
			Mono<String> later = Mono.delay(Duration.ofMillis(10)).then(Mono.defer(() -> this.inner.mono(id)));
			Mono<List<Integer>> list = this.inner.flux(id).collectList();
			return later.zipWith(list, (text, numbers) -> text + " " + numbers);
		}

		@DistributedLock("context")
		Mono<String> context() {
			String assembled = LockContext.current().orElseThrow().key();
			return Mono.fromSupplier(() -> assembled + "/" + LockContext.current().orElseThrow().key());
		}

		@DistributedLock(leaseTime = "300ms")
		Mono<String> lose() {
			return untilLoss("value");
		}

		@DistributedLock(leaseTime = "300ms")
		Flux<String> loseFlux() {
			return untilLoss("value").flux();
		}

		@DistributedLock(leaseTime = "300ms", onLost = OnLost.IGNORE)
		Mono<String> loseAndIgnore() {
			return untilLoss("ignored");
		}

		private Mono<String> untilLoss(String value) {
			HeldLock lock = LockContext.current().orElseThrow();
			return Mono.fromRunnable(() -> TestLocks.awaitLoss(lock)).thenReturn(value);
		}

		@DistributedLock(leaseTime = "300ms", onLost = OnLost.INTERRUPT)
		Mono<String> loseAndInterrupt(Mono<String> body) {
			return body;
		}

		@DistributedLock(name = "job", key = "#id")
		Mono<String> waitInside(String id) {
			this.entered.incrementAndGet();
			Awaitility.await().until(() -> this.gate.getCount() == 0);
			return Mono.just("inside");
		}

		void letGo() {
			this.gate.countDown();
		}

		@DistributedLock(name = "rx", waitTime = "0")
		Single<Boolean> single() {
			return Single.fromCallable(() -> this.store.isFree("rx"));
		}

		@DistributedLock(name = "rx", waitTime = "0", onBusy = OnBusy.SKIP)
		Maybe<Boolean> maybe() {
			return Maybe.fromCallable(() -> this.store.isFree("rx"));
		}

		@DistributedLock(name = "rx", waitTime = "0")
		Flowable<Boolean> flowable() {
			return Flowable.range(0, 2).map((i) -> this.store.isFree("rx"));
		}

		@DistributedLock(name = "rx", waitTime = "0")
		Completable completable() {
			return Completable.fromAction(() -> assertThat(this.store.isFree("rx")).isFalse())
				.doOnComplete(this.entered::incrementAndGet);
		}

		@DistributedLock
		Publisher<String> publisher() {
			return Mono.just("publisher");
		}

		@DistributedLock
		Flow.Publisher<String> flow() {
			return JdkFlowAdapter.publisherToFlowPublisher(Mono.just("flow"));
		}

	}

}
