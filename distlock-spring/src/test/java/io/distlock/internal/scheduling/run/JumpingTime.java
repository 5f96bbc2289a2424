// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.Comparator;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that jumps over each pause, and does what is due in it.
 */
final class JumpingTime implements JobTime {

	private final AtomicLong now = new AtomicLong();

	private final Queue<Timer> timers = new PriorityBlockingQueue<>(11, Comparator.comparing(Timer::at));

	/**
	 * Whether there is no thread for a timer.
	 */
	boolean exhausted;

	@Override
	public long nanoTime() {
		return this.now.get();
	}

	@Override
	public void pause(Duration duration) {
		long end = this.now.get() + duration.toNanos();
		for (Timer next = this.timers.peek(); next != null && next.at <= end; next = this.timers.peek()) {
			this.timers.remove(next);
			this.now.set(next.at);
			next.task.run();
		}
		this.now.set(end);
	}

	@Override
	public Future<?> later(Duration delay, Runnable task) {
		if (this.exhausted) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		FutureTask<?> timer = new FutureTask<>(task, null);
		this.timers.add(new Timer(this.now.get() + delay.toNanos(), timer));
		return timer;
	}

	/**
	 * Return how much there is to do later.
	 */
	long timers() {
		return this.timers.stream().filter((timer) -> !timer.task.isDone()).count();
	}

	private record Timer(long at, FutureTask<?> task) {

	}

}
