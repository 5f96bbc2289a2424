// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Polling of jobs, whatever their runs and task schedulers do.
 */
class JobPollerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration PAUSE = Duration.ofMillis(20);

	private final AtomicInteger runs = new AtomicInteger();

	private final ThreadPoolTaskScheduler pool = new ThreadPoolTaskScheduler();

	private final Ledger ledger = new Ledger();

	private final JobPoller poller = new JobPoller(this.ledger, () -> {
	});

	private final List<WatchedJob> polled = new ArrayList<>();

	@AfterEach
	void shutDown() {
		this.polled.forEach(this.poller::stop);
		this.pool.shutdown();
	}

	private WatchedJob start(WatchedJob job, TaskScheduler scheduler) {
		this.polled.add(job);
		this.poller.start(job, scheduler);
		return job;
	}

	private static void awaitMore(AtomicInteger count, int number) {
		int goal = count.get() + number;
		Awaitility.await().atMost(PATIENCE).until(() -> count.get() >= goal);
	}

	private PollResult count() {
		this.runs.incrementAndGet();
		return PollResult.in(PAUSE);
	}

	@Test
	void looksGoOnAfterAnExecutorBehindTheSchedulerHasRefusedARun() {
		AtomicInteger refused = new AtomicInteger();
		try (SimpleAsyncTaskScheduler scheduler = new SimpleAsyncTaskScheduler()) {
			scheduler.setTargetTaskExecutor((task) -> {
				if (this.runs.get() == 3 && refused.getAndIncrement() == 0) {
					throw new RejectedExecutionException("Full");
				}
				task.run();
			});
			start(new Job("refused", this::count), scheduler);
			awaitMore(this.runs, 6);
		}
		assertThat(refused).hasPositiveValue();
	}

	@Test
	void looksGoOnAfterASchedulerHasFailed() {
		AtomicInteger failed = new AtomicInteger();
		this.pool.initialize();
		try (SimpleAsyncTaskScheduler broken = new SimpleAsyncTaskScheduler() {

			@Override
			public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
				if (failed.incrementAndGet() < 3) {
					throw new IllegalStateException("On purpose");
				}
				return super.schedule(task, startTime);
			}

		}) {
			AtomicInteger late = new AtomicInteger();
			start(new Job("broken", () -> {
				late.incrementAndGet();
				return PollResult.in(PAUSE);
			}), broken);
			for (int i = 0; i < 5; i++) {
				start(new Job("job " + i, this::count), this.pool);
			}
			awaitMore(this.runs, 50);
			awaitMore(late, 3);
		}
	}

	/**
	 * An application without a web server has no other thread before its first run.
	 */
	@Test
	void threadKeepsTheProcessAliveWhileThereIsAJob() {
		AtomicReference<Thread> thread = new AtomicReference<>();
		Job job = new Job("alone", this::count);
		job.looking = () -> {
			thread.set(Thread.currentThread());
			return PollResult.in(PAUSE);
		};
		start(job, this.pool);
		Awaitility.await().atMost(PATIENCE).until(() -> thread.get() != null);
		assertThat(thread.get().isDaemon()).isFalse();
		this.poller.stop(job);
		Awaitility.await().atMost(PATIENCE).until(() -> !thread.get().isAlive());
	}

	@Test
	void looksGoOnAfterAnErrorOfARun() {
		this.pool.initialize();
		start(new Job("error", () -> {
			if (this.runs.incrementAndGet() == 2) {
				throw new StackOverflowError("On purpose");
			}
			return PollResult.in(PAUSE);
		}), this.pool);
		awaitMore(this.runs, 4);
	}

	@Test
	void restartDuringARunLeavesOneSeries() throws Exception {
		this.pool.setPoolSize(4);
		this.pool.initialize();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		CountDownLatch gone = new CountDownLatch(1);
		AtomicInteger first = new AtomicInteger();
		AtomicInteger together = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		WatchedJob restarted = start(new Job("restarted", () -> {
			if (first.getAndIncrement() == 0) {
				begun.countDown();
				await(goOn);
				gone.countDown();
				return PollResult.in(PAUSE);
			}
			most.accumulateAndGet(together.incrementAndGet(), Math::max);
			PollResult result = count();
			sleep(PAUSE);
			together.decrementAndGet();
			return result;
		}), this.pool);
		await(begun);
		this.poller.stop(restarted);
		this.poller.start(restarted, this.pool);
		awaitMore(this.runs, 3);
		goOn.countDown();
		await(gone);
		awaitMore(this.runs, 30);
		assertThat(most).hasValue(1);
	}

	/**
	 * A pool of one thread, as Spring has it.
	 */
	@Test
	void noLookWaitsForARun() {
		this.pool.setPoolSize(1);
		this.pool.initialize();
		CountDownLatch leave = new CountDownLatch(1);
		CountDownLatch begun = new CountDownLatch(1);
		start(new Job("long", () -> {
			begun.countDown();
			await(leave);
			return PollResult.in(PATIENCE);
		}), this.pool);
		await(begun);
		AtomicInteger looked = new AtomicInteger();
		Job resting = new Job("resting", this::count);
		resting.looking = () -> {
			looked.incrementAndGet();
			return PollResult.in(PAUSE);
		};
		start(resting, this.pool);
		awaitMore(looked, 10);
		Job waiting = new Job("waiting", this::count);
		start(waiting, this.pool);
		awaitMore(looked, 10);
		assertThat(this.runs).as("no thread is free").hasValue(0);
		leave.countDown();
		awaitMore(this.runs, 1);
	}

	/**
	 * One that cannot be understood is read by itself, and told so.
	 */
	@Test
	void jobThatCannotBeReadDoesNotKeepOthersFromBeingRead() {
		this.pool.initialize();
		start(new Job("unreadable", this::count), this.pool);
		for (int i = 0; i < 10; i++) {
			start(new Job("job " + i, this::count), this.pool);
		}
		awaitMore(this.runs, 50);
		assertThat(this.ledger.failures).isNotEmpty().containsOnly("unreadable");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void pollsGoOnAfterALedgerThatBreaksItsContract(boolean error) {
		this.pool.initialize();
		this.ledger.breaks.add(() -> {
			if (error) {
				throw new StackOverflowError("On purpose");
			}
			return null;
		});
		start(new Job("polled", this::count), this.pool);
		start(new Job("another", this::count), this.pool);
		awaitMore(this.runs, 10);
		assertThat(this.ledger.breaks).isEmpty();
	}

	/**
	 * Whatever rests is read in one go, from the second time on.
	 */
	@Test
	void jobsThatRestAreReadTogether() {
		long[] now = { 0 };
		JobPoller driven = new JobPoller(this.ledger, () -> now[0], true, () -> {
		});
		for (int i = 0; i < 1000; i++) {
			Job job = new Job("job " + i, this::count);
			job.looking = () -> new PollResult(Duration.ofMinutes(1), true, false, null);
			driven.start(job, this.pool);
			if (i % 100 == 0) {
				now[0] += driven.turn() / 100;
			}
		}
		for (now[0] = 0; now[0] < Duration.ofMinutes(2).toNanos();) {
			now[0] += Math.max(1, driven.turn());
		}
		this.ledger.sizes.clear();
		for (long end = now[0] + Duration.ofMinutes(10).toNanos(); now[0] < end;) {
			now[0] += Math.max(1, driven.turn());
		}
		assertThat(this.ledger.sizes).containsOnly(1000).hasSizeBetween(9, 11);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void sleep(Duration time) {
		try {
			Thread.sleep(time.toMillis());
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * A job that is always due, unless it is told otherwise.
	 */
	private final class Job implements WatchedJob {

		private final String name;

		private final Supplier<PollResult> body;

		private volatile Supplier<PollResult> looking = () -> PollResult.TO_RUN;

		Job(String name, Supplier<PollResult> body) {
			this.name = name;
			this.body = body;
		}

		@Override
		public LockKey key() {
			return new LockKey("looks", this.name);
		}

		@Override
		public PollResult poll(JobLedger.JobEntry entry, long readAt) {
			return this.looking.get();
		}

		@Override
		public PollResult failed(RuntimeException failure) {
			JobPollerTests.this.ledger.failures.add(this.name);
			return PollResult.in(PAUSE);
		}

		@Override
		public PollResult run() {
			return this.body.get();
		}

	}

	/**
	 * Knows no job, and does not understand one of them.
	 */
	private static final class Ledger implements JobLedger {

		private final List<Integer> sizes = new CopyOnWriteArrayList<>();

		private final List<String> failures = new CopyOnWriteArrayList<>();

		private final Queue<Supplier<@Nullable Map<LockKey, JobEntry>>> breaks = new ConcurrentLinkedQueue<>();

		@Override
		@SuppressWarnings("NullAway")
		public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
			Supplier<@Nullable Map<LockKey, JobEntry>> broken = this.breaks.poll();
			if (broken != null) {
				return broken.get();
			}
			this.sizes.add(jobs.size());
			return JobLedger.super.readAll(jobs);
		}

		@Override
		public JobEntry read(LockKey job) {
			if (job.name().equals("unreadable")) {
				throw new LockStoreException("It is no job", Outcome.PERMANENT, null);
			}
			return new JobEntry(0, JobState.unknown(), Instant.EPOCH);
		}

		@Override
		public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
			return Optional.empty();
		}

		@Override
		public List<JobRun> history(LockKey job, int limit) {
			return List.of();
		}

		@Override
		public List<LockKey> jobs(String keyPrefix) {
			throw new UnsupportedOperationException();
		}

		@Override
		public boolean remove(LockKey job, long version) {
			throw new UnsupportedOperationException();
		}

	}

}
