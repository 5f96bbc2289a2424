// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that jumps over each pause.
 */
final class JumpingTime implements JobTime {

	private final AtomicLong now = new AtomicLong();

	@Override
	public long nanoTime() {
		return this.now.get();
	}

	@Override
	public void pause(Duration duration) {
		this.now.addAndGet(duration.toNanos());
		Thread.yield();
	}

	@Override
	public void later(Duration delay, Runnable task) {
		task.run();
	}

}
