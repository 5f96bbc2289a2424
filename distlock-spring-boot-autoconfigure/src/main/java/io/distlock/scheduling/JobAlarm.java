package io.distlock.scheduling;

import java.time.Duration;
import java.util.concurrent.Delayed;
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
 * series.
 */
final class JobAlarm implements ScheduledFuture<@Nullable Object> {

	private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(JobAlarm.class);

	private final String jobName;

	private final Supplier<Look> look;

	private final ReentrantLock mutex = new ReentrantLock();

	private @Nullable Future<?> next;

	private volatile @Nullable TaskScheduler scheduler;

	private volatile @Nullable Long fireNanoTime;

	JobAlarm(String jobName, Supplier<Look> look) {
		this.jobName = jobName;
		this.look = look;
	}

	void start(TaskScheduler scheduler) {
		this.mutex.lock();
		try {
			this.scheduler = scheduler;
			schedule(scheduler, Duration.ZERO);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Let no further look begin; one that has begun goes on.
	 */
	void stop() {
		this.mutex.lock();
		try {
			this.scheduler = null;
			this.fireNanoTime = null;
			if (this.next != null) {
				this.next.cancel(false);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void ring(TaskScheduler scheduler) {
		if (this.scheduler != scheduler) {
			return;
		}
		Look look = look(scheduler);
		again(scheduler, look);
		rethrow(look.failure());
	}

	private Look look(TaskScheduler scheduler) {
		try {
			return this.look.get();
		}
		catch (RuntimeException | Error ex) {
			again(scheduler, Look.in(AFTER_ERROR));
			throw ex;
		}
	}

	private void again(TaskScheduler scheduler, Look look) {
		this.mutex.lock();
		try {
			if (this.scheduler == scheduler) {
				Duration until = look.untilFireTime();
				this.fireNanoTime = (until != null) ? System.nanoTime() + until.toNanos() : null;
				schedule(scheduler, look.next());
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void schedule(TaskScheduler scheduler, Duration delay) {
		try {
			this.next = scheduler.schedule(() -> ring(scheduler), scheduler.getClock().instant().plus(delay));
		}
		catch (TaskRejectedException ex) {
			logger.warn("Job '{}' does not run on this node any more: its task scheduler was shut down", this.jobName);
			logger.debug("The task scheduler refused a look", ex);
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
			return this.scheduler == null;
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

}
