// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.scheduling.annotated.JobSpec;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.rules.RetryRules;
import io.distlock.scheduling.trigger.RateFireTimes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods that ignore interrupts, on a clock that jumps over each pause.
 */
class AbandonedRunTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final Duration MAX_RUN_TIME = Duration.ofSeconds(2);

	private final JumpingNode node = new JumpingNode();

	private final AtomicInteger started = new AtomicInteger();

	private final CountDownLatch leave = new CountDownLatch(1);

	private final List<String> lost = new CopyOnWriteArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void stop() {
		this.leave.countDown();
		this.threads.shutdown();
		this.node.close();
	}

	@Test
	void jobWhoseMethodsStillRunIsNotStartedAgainOnThisNode() {
		JobRunner runner = runner();
		this.node.poll(runner);
		List<CompletableFuture<?>> hanging = new ArrayList<>();
		for (int i = 1; i <= RunWatch.MOST_ABANDONED; i++) {
			this.node.time.pause(Duration.ofSeconds(20));
			hanging.add(CompletableFuture.runAsync(() -> this.node.poll(runner), this.threads));
			int givenUp = i;
			Awaitility.await().atMost(PATIENCE).until(() -> this.lost.size() == givenUp);
		}
		assertThat(this.started).hasValue(RunWatch.MOST_ABANDONED);
		assertThat(history()).filteredOn((run) -> run.outcome() == Outcome.TIMED_OUT).hasSize(RunWatch.MOST_ABANDONED);
		for (int i = 0; i < 5; i++) {
			this.node.time.pause(Duration.ofSeconds(20));
			assertThat(this.node.poll(runner).due()).isFalse();
		}
		assertThat(this.started).as("starts while the methods still run").hasValue(RunWatch.MOST_ABANDONED);
		this.leave.countDown();
		assertThat(hanging).allSatisfy((run) -> assertThat(run).succeedsWithin(PATIENCE));
		assertThat(this.lost).containsOnly("given up", "returned").hasSize(2 * RunWatch.MOST_ABANDONED);
		this.node.time.pause(Duration.ofSeconds(20));
		this.node.poll(runner);
		assertThat(this.started).as("starts after they have returned").hasValue(RunWatch.MOST_ABANDONED + 1);
	}

	@Test
	void poolGetsAThreadMoreForOneThatIsLost() {
		ThreadPoolTaskScheduler pool = new ThreadPoolTaskScheduler();
		pool.initialize();
		try {
			pool.execute(this::hang);
			Awaitility.await().atMost(PATIENCE).until(() -> this.started.get() == 1);
			LocalJob.resize(pool, 1);
			assertThat(pool.submit(() -> "runs")).succeedsWithin(PATIENCE).isEqualTo("runs");
			LocalJob.resize(pool, -1);
			assertThat(pool.getScheduledThreadPoolExecutor().getCorePoolSize()).isOne();
		}
		finally {
			this.leave.countDown();
			pool.shutdown();
		}
	}

	private List<JobRun> history() {
		return this.node.ledger.history(this.node.store.key("job"), 10);
	}

	private JobRunner runner() {
		JobSpec spec = new JobSpec("job", Object.class.getMethods()[0],
				new RateFireTimes(Duration.ofSeconds(10), Duration.ZERO, null), JumpingNode.LEASE, Duration.ofHours(1),
				MAX_RUN_TIME, RetryRules.of(1, null, 2, null), "", "");
		JobRunner runner = this.node.runner(spec, this::hang,
				(threads) -> this.lost.add((threads == 1) ? "given up" : "returned"));
		runner.begin();
		return runner;
	}

	private void hang() {
		this.started.incrementAndGet();
		boolean left = false;
		while (!left) {
			try {
				left = this.leave.await(1, TimeUnit.HOURS);
			}
			catch (InterruptedException ex) {
				// As a driver that waits for its server may do.
			}
		}
	}

}
