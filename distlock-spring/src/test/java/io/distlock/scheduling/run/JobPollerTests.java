/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The series of looks at a job, whatever its task scheduler does.
 */
@Tag("timing")
class JobPollerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration PAUSE = Duration.ofMillis(20);

	private final AtomicInteger looks = new AtomicInteger();

	private final ThreadPoolTaskScheduler pool = new ThreadPoolTaskScheduler();

	@AfterEach
	void shutDown() {
		this.pool.shutdown();
	}

	private void awaitMoreLooks(int number) {
		int goal = this.looks.get() + number;
		Awaitility.await().atMost(PATIENCE).until(() -> this.looks.get() >= goal);
	}

	private PollResult look() {
		this.looks.incrementAndGet();
		return PollResult.in(PAUSE);
	}

	@Test
	void looksGoOnAfterAnExecutorBehindTheSchedulerHasRefusedOne() {
		AtomicInteger refused = new AtomicInteger();
		try (SimpleAsyncTaskScheduler scheduler = new SimpleAsyncTaskScheduler()) {
			scheduler.setTargetTaskExecutor((task) -> {
				if (this.looks.get() == 3 && refused.getAndIncrement() == 0) {
					throw new RejectedExecutionException("Full");
				}
				task.run();
			});
			JobPoller alarm = new JobPoller("refused", this::look);
			alarm.start(scheduler);
			awaitMoreLooks(6);
			alarm.stop();
		}
		assertThat(refused).hasValueGreaterThan(0);
	}

	@Test
	void looksGoOnAfterAnError() {
		this.pool.initialize();
		JobPoller alarm = new JobPoller("error", () -> {
			if (this.looks.incrementAndGet() == 2) {
				throw new StackOverflowError("On purpose");
			}
			return PollResult.in(PAUSE);
		});
		alarm.start(this.pool);
		awaitMoreLooks(4);
		alarm.stop();
	}

	@Test
	void restartDuringALookLeavesOneSeries() throws Exception {
		this.pool.setPoolSize(4);
		this.pool.initialize();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		AtomicInteger first = new AtomicInteger();
		AtomicInteger together = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		Supplier<PollResult> slowAtFirst = () -> {
			most.accumulateAndGet(together.incrementAndGet(), Math::max);
			if (first.getAndIncrement() == 0) {
				begun.countDown();
				await(goOn);
				together.decrementAndGet();
				most.set(0);
				return PollResult.in(PAUSE);
			}
			PollResult look = look();
			await(PAUSE);
			together.decrementAndGet();
			return look;
		};
		JobPoller alarm = new JobPoller("restarted", slowAtFirst);
		alarm.start(this.pool);
		begun.await();
		alarm.stop();
		alarm.start(this.pool);
		goOn.countDown();
		Awaitility.await().atMost(PATIENCE).until(() -> most.get() == 0 || this.looks.get() > 0);
		awaitMoreLooks(30);
		alarm.stop();
		assertThat(most).hasValue(1);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void await(Duration time) {
		try {
			Thread.sleep(time.toMillis());
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
