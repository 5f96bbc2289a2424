// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.annotation.DistributedLock;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.internal.interceptor.operation.LockOperationsResolver;
import io.distlock.internal.thread.DaemonThreads;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asynchronous calls while the system has no more threads: wherever that begins, the call
 * ends and its lock is released.
 */
class ScarceThreadTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final AtomicInteger left = new AtomicInteger();

	private AnnotationConfigApplicationContext context;

	private TestLocks.Store store;

	private Work work;

	@BeforeEach
	void start() {
		this.context = TestLocks.context(Map.of(), (starting) -> {
		}, Work.class);
		this.store = this.context.getBean(TestLocks.Store.class);
		LockOperationsResolver resolver = this.context.getBean(LockOperationsResolver.class);
		ProxyFactory proxy = new ProxyFactory(new Work());
		proxy.setProxyTargetClass(true);
		proxy.addAdvice(new DistributedLockInterceptor(this.context.getBean(DistributedLockOperationSource.class),
				() -> resolver, scarce(DaemonThreads.executor("scarce-")), () -> null));
		this.work = (Work) proxy.getProxy();
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	private Executor scarce(Executor threads) {
		return (task) -> {
			if (this.left.getAndDecrement() <= 0) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			threads.execute(task);
		};
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void stageEndsAndReleasesItsLock(int threads) {
		this.left.set(threads);
		CompletableFuture<String> body = new CompletableFuture<>();
		CompletableFuture<String> result = this.work.stage(body);
		body.complete("done");
		assertThat(result).succeedsWithin(PATIENCE).isEqualTo("done");
		assertThat(this.store.isFree("stage")).isTrue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void monoEndsAndReleasesItsLock(int threads) {
		this.left.set(threads);
		assertThat(this.work.mono().toFuture()).succeedsWithin(PATIENCE).isEqualTo("done");
		assertThat(this.store.isFree("mono")).isTrue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void fluxThatIsCancelledReleasesItsLock(int threads) {
		this.left.set(threads);
		assertThat(this.work.flux().next().toFuture()).succeedsWithin(PATIENCE).isEqualTo(1);
		Awaitility.await().atMost(PATIENCE).until(() -> this.store.isFree("flux"));
	}

	static class Work {

		@DistributedLock(name = "stage")
		CompletableFuture<String> stage(CompletableFuture<String> body) {
			return body;
		}

		@DistributedLock(name = "mono")
		Mono<String> mono() {
			return Mono.just("done");
		}

		@DistributedLock(name = "flux")
		Flux<Integer> flux() {
			return Flux.range(1, 1000);
		}

	}

}
