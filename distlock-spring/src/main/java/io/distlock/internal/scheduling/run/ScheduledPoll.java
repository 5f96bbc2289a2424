// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.TaskScheduler;

/**
 * Next poll of one job. Guarded by its poller.
 */
final class ScheduledPoll {

	static final long MAX_POLL_INTERVAL = TimeUnit.HOURS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(ScheduledPoll.class);

	/**
	 * Interval of polls while a run waits for a thread.
	 */
	private static final PollResult PENDING_POLL = PollResult.in(Duration.ofSeconds(30));

	private static final long CHECK_PAUSE = TimeUnit.SECONDS.toNanos(5);

	final WatchedJob job;

	final LockKey key;

	final TaskScheduler scheduler;

	private long at;

	/**
	 * Time from which the job may be polled together with other jobs.
	 */
	private long early;

	private Phase phase = Phase.IDLE;

	/**
	 * Set while a run waits for a thread. The job is still polled meanwhile.
	 */
	private boolean pending;

	private @Nullable Future<?> task;

	private long checkAt;

	ScheduledPoll(WatchedJob job, TaskScheduler scheduler, long now) {
		this.job = job;
		this.key = job.key();
		this.scheduler = scheduler;
		this.at = now;
		this.early = now;
	}

	void stop() {
		if (this.task != null) {
			this.task.cancel(false);
		}
		forgetPending();
		this.phase = Phase.STOPPED;
	}

	/**
	 * Return whether the job is due and idle, so that all idle jobs are polled together.
	 */
	boolean isCoalescable(long now) {
		return this.phase == Phase.IDLE && this.at - now <= 0 && this.early != this.at;
	}

	/**
	 * Return the time until the next action.
	 */
	long left(long now) {
		long left = (this.phase == Phase.IDLE) ? Math.min(this.at - now, MAX_POLL_INTERVAL) : MAX_POLL_INTERVAL;
		return (this.task != null) ? Math.min(left, this.checkAt - now) : left;
	}

	/**
	 * Begin a poll that is due, or may take place together with other polls.
	 */
	boolean beginPoll(boolean together, long now) {
		boolean begins = this.phase == Phase.IDLE && (together ? this.early : this.at) - now <= 0;
		if (begins) {
			this.phase = Phase.POLL;
		}
		return begins;
	}

	/**
	 * Begin the run that waits for a thread, unless it was dropped.
	 */
	boolean beginRun() {
		boolean begins = forgetPending();
		if (begins) {
			this.phase = Phase.RUN;
		}
		return begins;
	}

	/**
	 * End a poll or a run, unless another phase has begun since.
	 * @return {@code true} to submit a run
	 */
	boolean end(Phase ended, PollResult result, long now) {
		if (this.phase != ended) {
			return false;
		}
		this.phase = Phase.IDLE;
		boolean due = result.due();
		plan(due ? PENDING_POLL : result, now);
		boolean submits = due && !this.pending;
		if (submits) {
			this.pending = true;
			this.checkAt = now + CHECK_PAUSE;
		}
		return submits;
	}

	private void plan(PollResult poll, long now) {
		long pause = poll.next().toNanos();
		this.at = now + pause;
		this.early = poll.coalescable() ? now + pause / 2 : this.at;
	}

	/**
	 * Record the run that waits for a thread, unless it has begun or was dropped.
	 */
	boolean waitAs(Future<?> submitted) {
		if (this.pending) {
			this.task = submitted;
		}
		return this.pending || submitted.cancel(false);
	}

	/**
	 * Detect a rejected run. A scheduler that delegates its tasks to another executor
	 * does not report a rejection by the executor.
	 */
	void checkPending(long now) {
		Future<?> waiting = this.task;
		if (waiting != null && this.checkAt - now <= 0) {
			this.checkAt = now + CHECK_PAUSE;
			if (waiting.isDone()) {
				logFailure(waiting);
				drop(PollResult.IMMEDIATELY, now);
			}
		}
	}

	/**
	 * Drop the run that waits for a thread.
	 */
	boolean drop(PollResult result, long now) {
		boolean drops = forgetPending();
		if (drops) {
			plan(result, now);
		}
		return drops;
	}

	private boolean forgetPending() {
		boolean forgets = this.pending;
		this.pending = false;
		this.task = null;
		return forgets;
	}

	private void logFailure(Future<?> waiting) {
		try {
			waiting.get();
		}
		catch (ExecutionException ex) {
			logger.warn("A run of job '{}' was rejected by the executor of its task scheduler; will retry",
					this.key.name(), ex.getCause());
		}
		catch (InterruptedException | CancellationException ex) {
			logger.debug("A run of job '{}' was abandoned", this.key.name(), ex);
		}
	}

	/**
	 * Phase that determines the next poll.
	 */
	enum Phase {

		IDLE, POLL, RUN, STOPPED

	}

}
