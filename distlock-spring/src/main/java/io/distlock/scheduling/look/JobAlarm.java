// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.look;

import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.TaskScheduler;

/**
 * When one job is looked at next. To the outside it is the future of a task whose delay
 * is the time to the next fire time. What is not volatile is guarded by its owner.
 *
 * @since 0.1.0
 */
public final class JobAlarm implements ScheduledFuture<@Nullable Object> {

	private final Owner owner;

	private final WatchedJob job;

	/**
	 * When to look, by the monotonic clock.
	 */
	private long at;

	/**
	 * When it may be looked at if others are.
	 */
	private long early;

	/**
	 * Whether a look or a run goes on, which says when to look next.
	 */
	private boolean busy;

	/**
	 * Tells what goes on from what has gone on before.
	 */
	private long turn;

	private @Nullable HandOver handedOver;

	private volatile @Nullable TaskScheduler scheduler;

	private volatile @Nullable Long fireNanoTime;

	JobAlarm(Owner owner, WatchedJob job) {
		this.owner = owner;
		this.job = job;
	}

	WatchedJob job() {
		return this.job;
	}

	/**
	 * Start to look.
	 * @param scheduler runs what is due
	 */
	public void start(TaskScheduler scheduler) {
		this.owner.start(this, scheduler);
	}

	/**
	 * Look while a run still goes on whose thread does not come back.
	 */
	public void restart() {
		this.owner.restart(this);
	}

	/**
	 * Let no further look begin; one that has begun goes on.
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
		HandOver waiting = this.handedOver;
		this.handedOver = null;
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
	 * Return whether it may be looked at together with others.
	 */
	boolean isEarlyEnough(long now) {
		return isWaiting() && this.early - now <= 0;
	}

	boolean isLoose() {
		return this.early - this.at < 0;
	}

	/**
	 * Return how long it is until there is something to do here.
	 */
	long left(long now, long longest) {
		long left = isWaiting() ? Math.min(this.at - now, longest) : longest;
		HandOver waiting = this.handedOver;
		return (waiting != null && waiting.task != null) ? Math.min(left, waiting.checkAt - now) : left;
	}

	/**
	 * Begin a look.
	 * @return tells it from others
	 */
	long look() {
		this.busy = true;
		return ++this.turn;
	}

	/**
	 * End a look or a run, unless something else has begun since.
	 * @return whether it was the latest
	 */
	boolean endOf(long turn) {
		if (this.turn != turn || this.scheduler == null) {
			return false;
		}
		this.busy = false;
		return true;
	}

	void plan(PollResult look, long now) {
		Duration until = look.untilFireTime();
		this.fireNanoTime = (until != null) ? now + until.toNanos() : null;
		this.at = now + look.next().toNanos();
		this.early = look.loose() ? now + look.next().toNanos() / 2 : this.at;
	}

	/**
	 * Note what is to wait for a thread. Meanwhile the job is looked at all the same.
	 */
	HandOver handOver(long checkAt) {
		HandOver next = new HandOver(checkAt);
		this.handedOver = next;
		return next;
	}

	@Nullable HandOver handedOver() {
		return this.handedOver;
	}

	/**
	 * Forget what was handed over, since it will not begin.
	 */
	void takeBack() {
		this.handedOver = null;
	}

	/**
	 * Begin what was handed over, unless it has been taken back.
	 * @return tells it from others, 0 if it is not to begin
	 */
	long run(HandOver waiting) {
		if (this.handedOver != waiting) {
			return 0;
		}
		this.handedOver = null;
		return look();
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
	 * Who looks.
	 */
	interface Owner {

		void start(JobAlarm alarm, TaskScheduler scheduler);

		void restart(JobAlarm alarm);

		void stop(JobAlarm alarm);

	}

	/**
	 * What waits for a thread of the task scheduler.
	 */
	static final class HandOver {

		private long checkAt;

		private volatile @Nullable Future<?> task;

		private volatile boolean cancelled;

		private HandOver(long checkAt) {
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
