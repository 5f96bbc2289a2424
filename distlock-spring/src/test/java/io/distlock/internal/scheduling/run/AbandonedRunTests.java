// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

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

import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs that are ended by their node, on a clock that jumps over each pause.
 */
class AbandonedRunTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final Duration MAX_RUN_TIME = Duration.ofMinutes(2);

	private static final Duration PERIOD = Duration.ofMinutes(10);

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
		JobRunner runner = runner(this::hang);
		List<CompletableFuture<?>> hanging = new ArrayList<>();
		for (int i = 1; i <= RunWatch.MAX_ABANDONED; i++) {
			hanging.add(start(runner, i));
			this.node.time.pause(MAX_RUN_TIME.plus(RunWatch.INTERRUPT_GRACE).minusMillis(1));
			assertThat(this.lost).as("before the grace period is over").hasSize(i - 1);
			this.node.time.pause(Duration.ofMillis(1));
			assertThat(this.lost).hasSize(i);
		}
		assertThat(this.started).hasValue(RunWatch.MAX_ABANDONED);
		assertThat(history()).filteredOn((run) -> run.outcome() == Outcome.TIMED_OUT).hasSize(RunWatch.MAX_ABANDONED);
		for (int i = 0; i < 5; i++) {
			this.node.time.pause(PERIOD);
			assertThat(this.node.poll(runner).due()).isFalse();
		}
		assertThat(this.started).as("starts while the methods still run").hasValue(RunWatch.MAX_ABANDONED);
		this.leave.countDown();
		assertThat(hanging).allSatisfy((run) -> assertThat(run).succeedsWithin(PATIENCE));
		assertThat(this.lost).containsOnly("given up", "returned").hasSize(2 * RunWatch.MAX_ABANDONED);
		this.node.time.pause(PERIOD);
		this.node.poll(runner);
		assertThat(this.started).as("starts after they have returned").hasValue(RunWatch.MAX_ABANDONED + 1);
	}

	@Test
	void methodThatTimesOutIsInterruptedAndItsThreadIsNotLost() {
		CompletableFuture<?> run = start(runner(this::waitUntilInterrupted), 1);
		this.node.time.pause(MAX_RUN_TIME.minusMillis(1));
		assertThat(run).isNotDone();
		this.node.time.pause(Duration.ofMillis(1));
		assertThat(run).succeedsWithin(PATIENCE);
		assertThat(history()).extracting(JobRun::outcome).startsWith(Outcome.TIMED_OUT);
		assertThat(this.lost).isEmpty();
		assertThat(this.node.time.timers()).isZero();
	}

	/**
	 * The store does not answer the first question.
	 */
	@Test
	void methodThatIsAskedToStopIsNotifiedAndThenInterrupted() {
		CompletableFuture<ClusterJobContext> context = new CompletableFuture<>();
		CompletableFuture<?> run = start(runner(() -> {
			context.complete(ClusterJobContext.current().orElseThrow());
			waitUntilInterrupted();
		}), 1);
		JobEntry entry = this.node.ledger.read(this.node.store.key("job"));
		this.node.ledger.write(this.node.store.key("job"), entry.version(),
				JobRules.stopped(entry.state(), entry.now()), List.of(), 100);
		this.node.silent = true;
		this.node.time.pause(RunWatch.STOP_CHECK_INTERVAL);
		assertThat(context).succeedsWithin(PATIENCE).returns(false, ClusterJobContext::isStopping);
		this.node.silent = false;
		this.node.time.pause(RunWatch.STOP_CHECK_INTERVAL);
		assertThat(context).succeedsWithin(PATIENCE).returns(true, ClusterJobContext::isStopping);
		assertThat(run).isNotDone();
		this.node.time.pause(RunWatch.STOP_GRACE);
		assertThat(run).succeedsWithin(PATIENCE);
		assertThat(history()).extracting(JobRun::outcome).startsWith(Outcome.STOPPED);
		assertThat(this.node.time.timers()).isZero();
	}

	@Test
	void runThatHasEndedLeavesNoTimerBehind() {
		JobRunner runner = runner(this.started::incrementAndGet);
		this.node.time.pause(PERIOD);
		this.node.poll(runner);
		assertThat(this.started).hasValue(1);
		assertThat(this.node.time.timers()).isZero();
	}

	@Test
	void runWithoutAThreadForItsLimitFailsAndTheNextOneRuns() {
		JobRunner runner = runner(this.started::incrementAndGet);
		this.node.time.pause(PERIOD);
		this.node.time.exhausted = true;
		this.node.poll(runner);
		assertThat(this.started).as("runs without a limit").hasValue(0);
		assertThat(history()).extracting(JobRun::outcome).startsWith(Outcome.FAILED);
		assertThat(history()).extracting(JobRun::error).asString().contains("unable to create native thread");
		assertThat(runner.watch.tellShutdown(Thread.currentThread())).as("in progress").isFalse();
		this.node.time.exhausted = false;
		this.node.time.pause(PERIOD);
		this.node.poll(runner);
		assertThat(this.started).hasValue(1);
	}

	/**
	 * As one that waits for a store that does not answer.
	 */
	@Test
	void timerOfOneRunDoesNotWaitForThatOfAnother() {
		CountDownLatch answer = new CountDownLatch(1);
		CompletableFuture<Void> first = new CompletableFuture<>();
		CompletableFuture<Void> other = new CompletableFuture<>();
		JobTime.SYSTEM.later(Duration.ZERO, () -> {
			await(answer);
			first.complete(null);
		});
		JobTime.SYSTEM.later(Duration.ofMillis(1), () -> other.complete(null));
		assertThat(other).succeedsWithin(PATIENCE);
		assertThat(first).isNotDone();
		answer.countDown();
		assertThat(first).succeedsWithin(PATIENCE);
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

	private JobRunner runner(Runnable body) {
		JobSpec spec = new JobSpec("job", Object.class.getMethods()[0], new RateFireTimes(PERIOD, Duration.ZERO, null),
				JumpingNode.LEASE, Duration.ofHours(1), MAX_RUN_TIME, RetryRules.of(1, null, 2, null), "", "");
		JobRunner runner = this.node.runner(spec, body,
				(threads) -> this.lost.add((threads == 1) ? "given up" : "returned"));
		this.node.poll(runner);
		return runner;
	}

	/**
	 * Start a run on a thread of its own, at its next fire time.
	 */
	private CompletableFuture<?> start(JobRunner runner, int number) {
		this.node.time.pause(PERIOD);
		CompletableFuture<?> run = CompletableFuture.runAsync(() -> this.node.poll(runner), this.threads);
		Awaitility.await().atMost(PATIENCE).until(() -> this.started.get() == number);
		return run;
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

	private void waitUntilInterrupted() {
		this.started.incrementAndGet();
		await(this.leave);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
