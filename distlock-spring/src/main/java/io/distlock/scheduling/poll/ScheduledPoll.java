// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.poll;

import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.TaskScheduler;

/**
 * The next poll of one job. To callers it is the future of a task whose delay is the time
 * to the next fire time. Fields that are not volatile are guarded by the owner.
 *
 * @since 0.1.0
 */
public final class ScheduledPoll implements ScheduledFuture<@Nullable Object> {

	private final Owner owner;

	private final WatchedJob job;

	/**
	 * Time of the next poll, by the monotonic clock.
	 */
	private long at;

	/**
	 * Time from which it may be polled together with other jobs.
	 */
	private long early;

	/**
	 * Whether a poll or a run is in progress, which determines the next poll.
	 */
	private boolean busy;

	/**
	 * Number of the current poll or run.
	 */
	private long turn;

	private @Nullable PendingRun pendingRun;

	private volatile @Nullable TaskScheduler scheduler;

	private volatile @Nullable Long fireNanoTime;

	ScheduledPoll(Owner owner, WatchedJob job) {
		this.owner = owner;
		this.job = job;
	}

	WatchedJob job() {
		return this.job;
	}

	/**
	 * Start polling.
	 * @param scheduler runs what is due
	 */
	public void start(TaskScheduler scheduler) {
		this.owner.start(this, scheduler);
	}

	/**
	 * Poll although a run whose thread does not return is still in progress.
	 */
	public void restart() {
		this.owner.restart(this);
	}

	/**
	 * Start no further poll; one that has begun completes.
	 */
	public void stop() {
		this.owner.stop(this);
	}

	@Nullable TaskScheduler scheduler() {
		return this.scheduler;
	}

	void begin(TaskScheduler scheduler, long now) {
		end();
		this.scheduler = scheduler;
		this.at = now;
		this.early = now;
	}

	void end() {
		this.turn++;
		this.busy = false;
		this.scheduler = null;
		this.fireNanoTime = null;
		PendingRun waiting = this.pendingRun;
		this.pendingRun = null;
		if (waiting != null) {
			waiting.cancel();
		}
	}

	private boolean isWaiting() {
		return this.scheduler != null && !this.busy;
	}

	boolean isDue(long now) {
		return isWaiting() && this.at - now <= 0;
	}

	/**
	 * Return whether it may be polled together with others.
	 */
	boolean isEarlyEnough(long now) {
		return isWaiting() && this.early - now <= 0;
	}

	boolean isCoalescable() {
		return this.early - this.at < 0;
	}

	/**
	 * Return how long it is until there is something to do here.
	 */
	long left(long now, long longest) {
		long left = isWaiting() ? Math.min(this.at - now, longest) : longest;
		PendingRun waiting = this.pendingRun;
		return (waiting != null && waiting.task != null) ? Math.min(left, waiting.checkAt - now) : left;
	}

	/**
	 * Begin a poll.
	 * @return its number
	 */
	long poll() {
		this.busy = true;
		return ++this.turn;
	}

	/**
	 * End a poll or a run, unless something else has begun since.
	 * @return whether it was the latest
	 */
	boolean endOf(long turn) {
		if (this.turn != turn || this.scheduler == null) {
			return false;
		}
		this.busy = false;
		return true;
	}

	void plan(PollResult poll, long now) {
		Duration until = poll.untilFireTime();
		this.fireNanoTime = (until != null) ? now + until.toNanos() : null;
		this.at = now + poll.next().toNanos();
		this.early = poll.coalescable() ? now + poll.next().toNanos() / 2 : this.at;
	}

	/**
	 * Note a run that waits for a thread. Meanwhile the job is still polled.
	 */
	PendingRun pend(long checkAt) {
		PendingRun next = new PendingRun(checkAt);
		this.pendingRun = next;
		return next;
	}

	@Nullable PendingRun pendingRun() {
		return this.pendingRun;
	}

	/**
	 * Drop the pending run, since it will not begin.
	 */
	void dropPending() {
		this.pendingRun = null;
	}

	/**
	 * Begin the pending run, unless it was dropped.
	 * @return its number, 0 if it is not to begin
	 */
	long run(PendingRun waiting) {
		if (this.pendingRun != waiting) {
			return 0;
		}
		this.pendingRun = null;
		return poll();
	}

	@Override
	public long getDelay(TimeUnit unit) {
		Long time = this.fireNanoTime;
		return (time != null) ? unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS) : 0;
	}

	@Override
	public int compareTo(Delayed other) {
		return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		boolean cancelled = !isCancelled();
		stop();
		return cancelled;
	}

	@Override
	public boolean isCancelled() {
		return this.scheduler == null;
	}

	@Override
	public boolean isDone() {
		return isCancelled();
	}

	@Override
	public Object get() {
		throw new UnsupportedOperationException("The series of a job's runs has no result");
	}

	@Override
	public Object get(long timeout, TimeUnit unit) {
		return get();
	}

	/**
	 * Schedules the polls.
	 */
	interface Owner {

		void start(ScheduledPoll polling, TaskScheduler scheduler);

		void restart(ScheduledPoll polling);

		void stop(ScheduledPoll polling);

	}

	/**
	 * A run that waits for a thread of the task scheduler.
	 */
	static final class PendingRun {

		private long checkAt;

		private volatile @Nullable Future<?> task;

		private volatile boolean cancelled;

		private PendingRun(long checkAt) {
			this.checkAt = checkAt;
		}

		void waitsAs(Future<?> task) {
			this.task = task;
			if (this.cancelled) {
				task.cancel(false);
			}
		}

		private void cancel() {
			this.cancelled = true;
			Future<?> waiting = this.task;
			if (waiting != null) {
				waiting.cancel(false);
			}
		}

		/**
		 * Return the task if it is time to see whether it still waits.
		 */
		@Nullable Future<?> toCheck(long now) {
			return (this.checkAt - now <= 0) ? this.task : null;
		}

		void checkAgain(long checkAt) {
			this.checkAt = checkAt;
		}

	}

}
