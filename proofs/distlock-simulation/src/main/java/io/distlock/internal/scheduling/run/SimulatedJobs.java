// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

import io.distlock.LockEngine;
import io.distlock.OnLost;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.Ticker;
import io.distlock.scheduling.ledger.JobLedger;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Jobs of one simulated node: the poller and the runs of a scheduler, with the clock and
 * the threads of the node.
 *
 * @since 0.1.0
 */
public final class SimulatedJobs {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration TRIGGER_TIMEOUT = Duration.ofMinutes(2);

	private final JobStore store;

	private final JobPoller poller;

	private final NodeTime time;

	private final EngineTasks tasks;

	private EngineTasks.@Nullable Timer next;

	private boolean polling;

	private boolean again;

	private boolean stopped;

	/**
	 * Create the jobs of a node.
	 * @param keyPrefix the key prefix
	 * @param node the name of the node
	 * @param engine the engine of the node
	 * @param ledger the ledger, as the node accesses it
	 * @param ticker the clock of the node
	 * @param tasks the threads of the node
	 * @param sleep pauses for a number of nanoseconds
	 * @param random spreads the nodes
	 */
	public SimulatedJobs(String keyPrefix, String node, LockEngine engine, JobLedger ledger, Ticker ticker,
			EngineTasks tasks, LongConsumer sleep, RandomGenerator random) {
		this.store = new JobStore(keyPrefix, ledger, engine, keyPrefix, node);
		this.poller = new JobPoller(ledger, ticker::now, true, () -> {
		});
		this.time = new NodeTime(ticker, tasks, sleep, random);
		this.tasks = tasks;
	}

	/**
	 * Add a job.
	 * @param name the name
	 * @param trigger the trigger
	 * @param body the method, called within a run
	 */
	public void add(String name, JobTrigger trigger, Runnable body) {
		JobSpec spec = new JobSpec(name, Object.class.getMethods()[0], trigger, LEASE, Duration.ofHours(1), null,
				RetryRules.of(1, null, 2, null), "", "");
		JobSettings settings = new JobSettings(true, 0, TRIGGER_TIMEOUT, Duration.ofDays(30), LEASE,
				Duration.ofHours(1), null, Duration.ofSeconds(30), 1000, OnLost.IGNORE);
		JobRunner runner = new JobRunner(spec, body, this.store, settings, (event) -> {
		}, this.time, (threads) -> {
		});
		runner.begin();
		this.poller.start(runner, new NodeScheduler());
	}

	/**
	 * Poll the jobs that are due, and then whenever further jobs are due.
	 */
	public void poll() {
		if (this.polling || this.stopped) {
			this.again = true;
			return;
		}
		if (this.next != null) {
			this.next.cancel();
		}
		this.polling = true;
		long left;
		do {
			this.again = false;
			left = this.poller.turn();
		}
		while (this.again && !this.stopped);
		this.polling = false;
		if (!this.stopped) {
			this.next = this.tasks.schedule(this::poll, Math.max(0, left));
		}
	}

	/**
	 * Start no further runs.
	 */
	public void stop() {
		this.stopped = true;
		if (this.next != null) {
			this.next.cancel();
		}
	}

	/**
	 * Time of the node.
	 *
	 * @param ticker the clock
	 * @param tasks the threads
	 * @param sleep pauses
	 * @param random spreads the nodes
	 */
	private record NodeTime(Ticker ticker, EngineTasks tasks, LongConsumer sleep,
			RandomGenerator random) implements JobTime {

		@Override
		public long nanoTime() {
			return this.ticker.now();
		}

		@Override
		public void pause(Duration duration) {
			this.sleep.accept(duration.toNanos());
		}

		@Override
		public Future<?> later(Duration delay, Runnable task) {
			return new Scheduled(this.tasks.schedule(task, delay.toNanos()));
		}

		@Override
		public Duration random(Duration longest) {
			return Duration.ofNanos(this.random.nextLong(longest.toNanos() + 1));
		}

	}

	/**
	 * Runs each task on a thread of the node, and polls afterwards.
	 */
	private final class NodeScheduler extends ConcurrentTaskScheduler {

		NodeScheduler() {
			super(null);
			setClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
		}

		@Override
		public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
			return new Scheduled(SimulatedJobs.this.tasks.schedule(() -> {
				task.run();
				poll();
			}, 0));
		}

	}

	/**
	 * Task of a node, which can be cancelled.
	 */
	private static final class Scheduled extends CompletableFuture<Object> implements ScheduledFuture<Object> {

		private final EngineTasks.Timer timer;

		Scheduled(EngineTasks.Timer timer) {
			this.timer = timer;
		}

		@Override
		public boolean cancel(boolean mayInterruptIfRunning) {
			this.timer.cancel();
			return super.cancel(mayInterruptIfRunning);
		}

		@Override
		public long getDelay(TimeUnit unit) {
			return 0;
		}

		@Override
		public int compareTo(Delayed other) {
			return 0;
		}

	}

}
