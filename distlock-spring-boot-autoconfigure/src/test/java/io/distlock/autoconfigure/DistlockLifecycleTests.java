// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Start, stop and start again.
 */
@Tag("timing")
class DistlockLifecycleTests {

	private static final long PATIENCE = 60;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, LifecycleAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	@Test
	void stopsAfterSchedulersAndBeforeConnections() {
		this.runner.run((context) -> {
			DistlockLifecycle lifecycle = context.getBean(DistlockLifecycle.class);
			assertThat(lifecycle.getPhase()).isEqualTo(Integer.MAX_VALUE / 2 - 1024);
			assertThat(lifecycle.isRunning()).isTrue();
			assertThat(lifecycle.isPauseable()).isFalse();
		});
	}

	@Test
	void stopReturnsAtOnceAndCallsBackWhenTheHolderIsDone() {
		this.runner.run((context) -> {
			HeldLock lock = context.getBean(LockTemplate.class)
				.acquireAsync(LockRequest.of("key"))
				.toCompletableFuture()
				.get(PATIENCE, TimeUnit.SECONDS);
			CountDownLatch drained = new CountDownLatch(1);
			context.getBean(DistlockLifecycle.class).stop(drained::countDown);
			assertThat(drained.await(50, TimeUnit.MILLISECONDS)).isFalse();
			assertThat(lock.isHeld()).isTrue();
			lock.close();
			assertThat(drained.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
		});
	}

	@Test
	void stopWithoutHoldersCallsBackSoon() {
		this.runner.run((context) -> {
			CountDownLatch drained = new CountDownLatch(1);
			context.getBean(DistlockLifecycle.class).stop(drained::countDown);
			assertThat(drained.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
		});
	}

	@Test
	void stopGivesUpWithinTheTimeoutOfThePhase() {
		this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=300ms").run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			HeldLock lock = template.acquireAsync(LockRequest.of("key"))
				.toCompletableFuture()
				.get(PATIENCE, TimeUnit.SECONDS);
			CompletableFuture<Void> stopped = CompletableFuture.runAsync(context::stop);
			stopped.get(PATIENCE, TimeUnit.SECONDS);
			assertThat(lock.isHeld()).isTrue();
			assertThat(context.getBean(DistlockLifecycle.class).isRunning()).isFalse();
		});
	}

	@Test
	void stopDoesNotWaitForALockThatABeanReleasesWhenItIsDestroyed() {
		this.runner.withBean(Keeper.class)
			.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1d")
			.run((context) -> {
				Keeper keeper = context.getBean(Keeper.class);
				CompletableFuture.runAsync(context::close).get(PATIENCE, TimeUnit.SECONDS);
				assertThat(keeper.released).isTrue();
			});
	}

	@Test
	void stopDoesNotWaitForTheThreadThatStops() {
		this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1d")
			.run((context) -> CompletableFuture.runAsync(
					() -> context.getBean(LockTemplate.class).executeWithoutResult("key", (lock) -> context.close()))
				.get(PATIENCE, TimeUnit.SECONDS));
	}

	@Test
	void locksAreRefusedAfterStopAndGrantedAfterRestart() {
		this.runner.run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			context.stop();
			LockRequest request = LockRequest.of("key").waitTime(Duration.ofSeconds(PATIENCE));
			assertThatExceptionOfType(LockException.class).isThrownBy(() -> template.acquire(request));
			context.start();
			assertThat(template.execute(request, HeldLock::isHeld)).isTrue();
		});
	}

	@Test
	void beansOfAllPhasesLockWhenTheContextStartsAgain() {
		this.runner.withBean("first", Locking.class, () -> new Locking(Integer.MIN_VALUE + 1))
			.withBean("last", Locking.class, () -> new Locking(Integer.MAX_VALUE))
			.run((context) -> {
				context.stop();
				context.start();
				assertThat(context.getBeansOfType(Locking.class).values())
					.allSatisfy((bean) -> assertThat(bean.locked.get()).isEqualTo(2));
			});
	}

	@Test
	void lockThatOutlivedAStopIsNotGrantedAgainBeforeItIsReleased() {
		this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=100ms").run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			HeldLock lock = template.acquireAsync(LockRequest.of("key"))
				.toCompletableFuture()
				.get(PATIENCE, TimeUnit.SECONDS);
			context.stop();
			context.start();
			assertThat(template.tryAcquire("key")).isEmpty();
			lock.close();
			assertThat(template.execute("key", HeldLock::isHeld)).isTrue();
		});
	}

	/**
	 * Takes a lock whenever it starts.
	 */
	private static final class Locking implements SmartLifecycle {

		private final AtomicInteger locked = new AtomicInteger();

		private final int phase;

		@Autowired
		private LockTemplate template;

		private volatile boolean running;

		private Locking(int phase) {
			this.phase = phase;
		}

		@Override
		public void start() {
			this.template.execute("start", (lock) -> this.locked.incrementAndGet());
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return this.phase;
		}

	}

	/**
	 * Holds a lock as long as it lives.
	 */
	private static final class Keeper implements DisposableBean {

		private final HeldLock lock;

		private volatile boolean released;

		Keeper(LockTemplate locks) {
			this.lock = locks.acquire("keeper");
		}

		@Override
		public void destroy() {
			this.released = this.lock.release();
		}

	}

}
