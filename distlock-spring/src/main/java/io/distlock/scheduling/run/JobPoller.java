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
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;

/**
 * Wakes a job for its looks, one after the other. To the outside it is the future of a
 * task whose delay is the time to the next fire time.
 * <p>
 * Each look is scheduled when the one before it has ended, so that looks do not overlap
 * on a scheduler that hands tasks over to other threads, and so that no error ends the
 * series; nor does an executor behind the scheduler that refuses one of them.
 */
final class JobPoller implements ScheduledFuture<@Nullable Object> {

	private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(JobPoller.class);

	private final String jobName;

	private final Supplier<PollResult> look;

	private final ReentrantLock mutex = new ReentrantLock();

	private @Nullable Future<?> next;

	private volatile @Nullable Series series;

	private volatile @Nullable Long fireNanoTime;

	JobPoller(String jobName, Supplier<PollResult> look) {
		this.jobName = jobName;
		this.look = look;
	}

	void start(TaskScheduler scheduler) {
		this.mutex.lock();
		try {
			Series series = new Series(scheduler);
			this.series = series;
			schedule(series, Duration.ZERO);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Look on another thread, since the one of the current look does not come back.
	 */
	void restart() {
		Series current = this.series;
		if (current != null) {
			start(current.scheduler);
		}
	}

	/**
	 * Let no further look begin; one that has begun goes on.
	 */
	void stop() {
		this.mutex.lock();
		try {
			this.series = null;
			this.fireNanoTime = null;
			if (this.next != null) {
				this.next.cancel(false);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void ring(Series series) {
		if (this.series != series) {
			return;
		}
		PollResult look = look(series);
		again(series, look);
		rethrow(look.failure());
	}

	private PollResult look(Series series) {
		try {
			return this.look.get();
		}
		catch (RuntimeException | Error ex) {
			again(series, PollResult.in(AFTER_ERROR));
			throw ex;
		}
	}

	private void again(Series series, PollResult look) {
		this.mutex.lock();
		try {
			if (this.series == series) {
				Duration until = look.untilFireTime();
				this.fireNanoTime = (until != null) ? System.nanoTime() + until.toNanos() : null;
				schedule(series, look.next());
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void schedule(Series series, Duration delay) {
		TaskScheduler scheduler = series.scheduler;
		try {
			Future<?> planned = scheduler.schedule(() -> ring(series), scheduler.getClock().instant().plus(delay));
			this.next = planned;
			guard(series, planned, delay);
		}
		catch (TaskRejectedException ex) {
			logger.warn("Job '{}' does not run on this node any more: its task scheduler was shut down", this.jobName);
			logger.debug("The task scheduler refused a look", ex);
		}
	}

	/**
	 * Look after a planned look. A scheduler that hands its tasks over to another
	 * executor tells nobody when that one refuses a task.
	 */
	private void guard(Series series, Future<?> planned, Duration delay) {
		CompletableFuture.delayedExecutor(delay.plus(AFTER_ERROR).toMillis(), TimeUnit.MILLISECONDS)
			.execute(() -> planAgainIfRefused(series, planned));
	}

	private void planAgainIfRefused(Series series, Future<?> planned) {
		this.mutex.lock();
		try {
			if (this.series != series || this.next != planned) {
				return;
			}
			if (!planned.isDone()) {
				guard(series, planned, Duration.ZERO);
			}
			else if (hasFailed(planned)) {
				schedule(series, Duration.ZERO);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private boolean hasFailed(Future<?> planned) {
		try {
			planned.get();
			return false;
		}
		catch (ExecutionException ex) {
			logger.warn("A look at job '{}' was refused by the executor of its task scheduler, and is tried again",
					this.jobName, ex.getCause());
			return true;
		}
		catch (InterruptedException | CancellationException ex) {
			return false;
		}
	}

	private static void rethrow(@Nullable Throwable failure) {
		if (failure instanceof RuntimeException exception) {
			throw exception;
		}
		if (failure instanceof Error error) {
			throw error;
		}
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
		this.mutex.lock();
		try {
			return this.series == null;
		}
		finally {
			this.mutex.unlock();
		}
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
	 * The looks from a start to a stop, told apart by identity.
	 */
	private static final class Series {

		private final TaskScheduler scheduler;

		private Series(TaskScheduler scheduler) {
			this.scheduler = scheduler;
		}

	}

}
