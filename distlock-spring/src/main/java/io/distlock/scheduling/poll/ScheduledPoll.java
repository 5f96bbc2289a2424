// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.poll;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.TaskScheduler;

/**
 * The next poll of one job, guarded by its poller.
 */
final class ScheduledPoll {

	static final long LONGEST_PAUSE = TimeUnit.HOURS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(ScheduledPoll.class);

	/**
	 * How often a job is polled while its run waits for a thread.
	 */
	private static final Duration WHILE_PENDING = Duration.ofSeconds(30);

	private static final long CHECK_PAUSE = TimeUnit.SECONDS.toNanos(5);

	private final WatchedJob job;

	private final TaskScheduler scheduler;

	private long at;

	/**
	 * Time from which it may be polled together with other jobs.
	 */
	private long early;

	/**
	 * The poll or run in progress, which determines the next poll.
	 */
	private @Nullable Turn current;

	/**
	 * The run that waits for a thread. Meanwhile the job is still polled.
	 */
	private @Nullable Turn pending;

	ScheduledPoll(WatchedJob job, TaskScheduler scheduler, long now) {
		this.job = job;
		this.scheduler = scheduler;
		this.at = now;
		this.early = now;
	}

	TaskScheduler scheduler() {
		return this.scheduler;
	}

	void end() {
		Turn waiting = this.pending;
		if (waiting != null && waiting.task != null) {
			waiting.task.cancel(false);
		}
		this.pending = null;
		this.current = null;
	}

	boolean isCoalescable() {
		return this.early - this.at < 0;
	}

	boolean isDue(long now) {
		return this.current == null && this.at - now <= 0;
	}

	boolean isEarlyEnough(long now) {
		return this.current == null && this.early - now <= 0;
	}

	/**
	 * Return how long it is until there is something to do here.
	 */
	long left(long now) {
		long left = (this.current == null) ? Math.min(this.at - now, LONGEST_PAUSE) : LONGEST_PAUSE;
		Turn waiting = this.pending;
		return (waiting != null && waiting.task != null) ? Math.min(left, waiting.checkAt - now) : left;
	}

	Turn begin() {
		Turn turn = new Turn();
		this.current = turn;
		return turn;
	}

	private void plan(PollResult poll, long now) {
		this.at = now + poll.next().toNanos();
		this.early = poll.coalescable() ? now + poll.next().toNanos() / 2 : this.at;
	}

	/**
	 * A scheduler that delegates its tasks to another executor does not report that the
	 * executor rejected a task.
	 */
	void checkPending(long now) {
		Turn waiting = this.pending;
		if (waiting != null && waiting.task != null && waiting.checkAt - now <= 0) {
			waiting.checkAt = now + CHECK_PAUSE;
			if (waiting.task.isDone()) {
				logFailure(waiting.task);
				waiting.drop(PollResult.atOnce(), now);
			}
		}
	}

	private void logFailure(Future<?> task) {
		try {
			task.get();
		}
		catch (ExecutionException ex) {
			logger.warn("A run of job '{}' was rejected by the executor of its task scheduler; will retry",
					this.job.key().name(), ex.getCause());
		}
		catch (InterruptedException | CancellationException ex) {
			logger.debug("A run of job '{}' was abandoned", this.job.key().name(), ex);
		}
	}

	/**
	 * A poll, or a run that waits for a thread or has one.
	 */
	final class Turn {

		private long checkAt;

		private @Nullable Future<?> task;

		WatchedJob job() {
			return ScheduledPoll.this.job;
		}

		TaskScheduler scheduler() {
			return ScheduledPoll.this.scheduler;
		}

		/**
		 * End, unless something else has begun since.
		 * @return the run to submit, or {@code null}
		 */
		@Nullable Turn end(PollResult result, long now) {
			if (ScheduledPoll.this.current != this) {
				return null;
			}
			ScheduledPoll.this.current = null;
			plan(result.due() ? PollResult.in(WHILE_PENDING) : result, now);
			if (!result.due() || ScheduledPoll.this.pending != null) {
				return null;
			}
			Turn run = new Turn();
			run.checkAt = now + CHECK_PAUSE;
			ScheduledPoll.this.pending = run;
			return run;
		}

		/**
		 * Note what waits for a thread, unless it has begun or is not wanted any more.
		 */
		boolean waitAs(Future<?> task) {
			this.task = task;
			return ScheduledPoll.this.pending != this && task.cancel(false);
		}

		boolean beginIfPending() {
			boolean begins = ScheduledPoll.this.pending == this;
			if (begins) {
				ScheduledPoll.this.pending = null;
				ScheduledPoll.this.current = this;
			}
			return begins;
		}

		boolean drop(PollResult result, long now) {
			boolean drops = ScheduledPoll.this.pending == this;
			if (drops) {
				ScheduledPoll.this.pending = null;
				plan(result, now);
			}
			return drops;
		}

	}

}
