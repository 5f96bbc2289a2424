// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
@Tag("timing")
class AsyncLockTests {

	private AnnotationConfigApplicationContext context;

	private Jobs jobs;

	private TestLocks.Store store;

	private LockTemplate template;

	@BeforeEach
	void start() {
		this.context = TestLocks.context(Map.of(), (starting) -> {
		}, AsyncConfiguration.class, Jobs.class, Inner.class);
		this.jobs = this.context.getBean(Jobs.class);
		this.store = this.context.getBean(TestLocks.Store.class);
		this.template = this.context.getBean(LockTemplate.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void lockIsHeldUntilTheStageCompletes() throws Exception {
		CompletableFuture<String> body = new CompletableFuture<>();
		CompletionStage<String> result = this.jobs.run("a", body);
		Awaitility.await().until(() -> this.jobs.entered() == 1);
		assertThat(this.store.isFree("job:a")).isFalse();
		body.complete("done");
		assertThat(result.toCompletableFuture().get()).isEqualTo("done");
		assertThat(this.store.isFree("job:a")).isTrue();
	}

	@Test
	void callerIsNotBlockedWhileTheLockIsAwaited() throws Exception {
		CompletionStage<String> result;
		try (HeldLock lock = this.template.acquire("job:a")) {
			result = this.jobs.run("a", CompletableFuture.completedFuture("done"));
			assertThat(result.toCompletableFuture()).isNotDone();
			assertThat(this.jobs.entered()).isZero();
		}
		assertThat(result.toCompletableFuture().get()).isEqualTo("done");
	}

	@Test
	void failureOfTheBodyPassesAsItIs() {
		IllegalStateException failure = new IllegalStateException("body");
		assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> this.jobs.run("a", CompletableFuture.failedFuture(failure)).toCompletableFuture().get())
			.havingCause()
			.isSameAs(failure);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> this.jobs.fail(failure).get())
			.havingCause()
			.isSameAs(failure);
		assertThat(this.store.isFree("job:a")).isTrue();
	}

	@Test
	void busyLockFailsSkipsOrFallsBack() throws Exception {
		try (HeldLock lock = this.template.acquire("busy")) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> this.jobs.failBusy().get())
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(this.jobs.skipBusy().toCompletableFuture().get()).isNull();
			assertThat(this.jobs.fallBack(3).get()).isEqualTo("fallback 3 busy");
		}
		assertThat(this.jobs.entered()).isZero();
	}

	@Test
	void lockExceptionOfANestedCallIsNotTakenForOurOwn() {
		LockNotAcquiredException nested = new LockNotAcquiredException("nested", "nested is busy");
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> this.jobs.skipThrowing(nested).get())
			.havingCause()
			.isSameAs(nested);
	}

	@Test
	void methodThatReleasesItsLockHasNotLostIt() throws Exception {
		assertThat(this.jobs.releaseEarly().get()).isEqualTo("released");
		assertThat(this.store.isFree("early")).isTrue();
	}

	@Test
	void cancellationEndsTheWait() throws Exception {
		try (HeldLock lock = this.template.acquire("job:a")) {
			CompletableFuture<String> result = this.jobs.run("a", new CompletableFuture<>()).toCompletableFuture();
			result.cancel(true);
			assertThatExceptionOfType(CancellationException.class).isThrownBy(result::get);
		}
		Awaitility.await().until(() -> this.template.tryAcquire("job:a").map(HeldLock::release).orElse(false));
		assertThat(this.jobs.entered()).isZero();
	}

	@Test
	void cancellationOfARunningBodyCancelsItAndReleases() {
		CompletableFuture<String> body = new CompletableFuture<>();
		CompletableFuture<String> result = this.jobs.run("a", body).toCompletableFuture();
		Awaitility.await().until(() -> this.jobs.entered() == 1);
		result.cancel(true);
		Awaitility.await().until(() -> this.store.isFree("job:a"));
		assertThat(body).isCancelled();
	}

	@Test
	void badKeyAndStoreFailureArriveInTheFuture() {
		assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> this.jobs.run(" ", new CompletableFuture<>()).toCompletableFuture().get())
			.withCauseInstanceOf(IllegalLockKeyException.class);
		this.store.down = true;
		assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> this.jobs.run("a", new CompletableFuture<>()).toCompletableFuture().get())
			.withCauseInstanceOf(LockProviderException.class);
		assertThat(this.jobs.entered()).isZero();
	}

	@Test
	void nestedCallsEnterTheSameLock() throws Exception {
		assertThat(this.jobs.outer("n").get(60, TimeUnit.SECONDS)).isEqualTo("inner blocking, inner async");
		assertThat(this.store.asked).containsExactly("job:n");
		assertThat(this.store.isFree("job:n")).isTrue();
	}

	@Test
	void nestedCallThatReleasesTheLockLeavesItToTheOuterOne() throws Exception {
		assertThat(this.jobs.outerOfEarly("e").get(60, TimeUnit.SECONDS)).isTrue();
		assertThat(this.store.isFree("job:e")).isTrue();
	}

	@Test
	void callInsideAnotherLockEntersTheOutermostAgain() throws Exception {
		assertThat(this.jobs.outermost("o").get(60, TimeUnit.SECONDS)).isEqualTo("inner async");
		assertThat(this.store.asked).containsExactly("job:o", "between");
		assertThat(this.store.isFree("job:o")).isTrue();
	}

	@Test
	void lossFailsTheFutureAfterTheBody() {
		this.store.loses = true;
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> this.jobs.lose().get())
			.withCauseInstanceOf(LockLostException.class);
	}

	@Test
	void lossCancelsTheBodyIfItIsAskedTo() {
		this.store.loses = true;
		CompletableFuture<String> body = new CompletableFuture<>();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> this.jobs.loseAndInterrupt(body).get())
			.withCauseInstanceOf(LockLostException.class);
		Awaitility.await().until(body::isCancelled);
	}

	@Test
	void asyncMethodTakesTheLockOnItsOwnThreadAndHoldsItUntilItsFutureIsDone() throws Exception {
		CompletableFuture<String> body = new CompletableFuture<>();
		CompletableFuture<String> result = this.jobs.async(body);
		Awaitility.await().until(() -> this.jobs.entered() == 1);
		assertThat(this.jobs.thread()).startsWith("app-async-");
		assertThat(this.store.isFree("async")).isFalse();
		body.complete("done");
		assertThat(result.get()).isEqualTo("done");
		assertThat(this.store.isFree("async")).isTrue();
		assertThat(this.jobs.asyncFuture().get()).isEqualTo("future");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class AsyncConfiguration {

		@Bean
		Executor taskExecutor() {
			return new SimpleAsyncTaskExecutor("app-async-");
		}

	}

	static class Inner {

		private @Lazy @Autowired Inner self;

		@DistributedLock("between")
		CompletableFuture<String> between(String id) {
			return this.self.async(id);
		}

		@DistributedLock(name = "job", key = "#id", waitTime = "0")
		String blocking(String id) {
			return "inner blocking";
		}

		@DistributedLock(name = "job", key = "#id")
		CompletableFuture<Boolean> early(String id) {
			return CompletableFuture.completedFuture(LockContext.current().orElseThrow().release());
		}

		@DistributedLock(name = "job", key = "#id", waitTime = "0")
		CompletableFuture<String> async(String id) {
			return CompletableFuture.supplyAsync(() -> "inner async",
					CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
		}

	}

	static class Jobs {

		final AtomicInteger entered = new AtomicInteger();

		final Inner inner;

		volatile String thread = "";

		Jobs(Inner inner) {
			this.inner = inner;
		}

		int entered() {
			return this.entered.get();
		}

		String thread() {
			return this.thread;
		}

		@DistributedLock("early")
		CompletableFuture<String> releaseEarly() {
			LockContext.current().orElseThrow().release();
			return CompletableFuture.completedFuture("released");
		}

		@DistributedLock(name = "job", key = "#id")
		CompletionStage<String> run(String id, CompletableFuture<String> body) {
			this.entered.incrementAndGet();
			return body;
		}

		@DistributedLock
		CompletableFuture<String> fail(RuntimeException failure) {
			throw failure;
		}

		@DistributedLock(name = "busy", waitTime = "0")
		CompletableFuture<String> failBusy() {
			this.entered.incrementAndGet();
			return CompletableFuture.completedFuture("body");
		}

		@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		CompletionStage<String> skipBusy() {
			this.entered.incrementAndGet();
			return CompletableFuture.completedFuture("body");
		}

		@DistributedLock(name = "busy", waitTime = "0", fallbackMethod = "fallback")
		CompletableFuture<String> fallBack(int id) {
			this.entered.incrementAndGet();
			return CompletableFuture.completedFuture("body");
		}

		private CompletableFuture<String> fallback(int id, LockNotAcquiredException reason) {
			return CompletableFuture.completedFuture("fallback " + id + " " + reason.getKey());
		}

		@DistributedLock(onBusy = OnBusy.SKIP)
		CompletableFuture<String> skipThrowing(RuntimeException failure) {
			return CompletableFuture.failedFuture(failure);
		}

		@DistributedLock(name = "job", key = "#id")
		CompletableFuture<String> outer(String id) {
			String blocking = this.inner.blocking(id);
			return this.inner.async(id).thenApply((async) -> blocking + ", " + async);
		}

		@DistributedLock(name = "job", key = "#id")
		CompletableFuture<Boolean> outerOfEarly(String id) {
			HeldLock own = LockContext.current().orElseThrow();
			return this.inner.early(id).thenApply((released) -> own.isHeld());
		}

		@DistributedLock(name = "job", key = "#id")
		CompletableFuture<String> outermost(String id) {
			return this.inner.between(id);
		}

		@DistributedLock(leaseTime = "300ms")
		CompletableFuture<String> lose() {
			HeldLock lock = LockContext.current().orElseThrow();
			return CompletableFuture.supplyAsync(() -> {
				TestLocks.awaitLoss(lock);
				return "body";
			});
		}

		@DistributedLock(leaseTime = "300ms", onLost = OnLost.INTERRUPT)
		CompletableFuture<String> loseAndInterrupt(CompletableFuture<String> body) {
			return body;
		}

		@Async
		@DistributedLock(name = "async")
		CompletableFuture<String> async(CompletableFuture<String> body) {
			this.thread = Thread.currentThread().getName();
			this.entered.incrementAndGet();
			return body;
		}

		@Async
		@DistributedLock(name = "async")
		Future<String> asyncFuture() {
			return CompletableFuture.completedFuture("future");
		}

	}

}
