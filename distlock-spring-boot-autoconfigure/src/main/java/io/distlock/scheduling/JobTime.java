package io.distlock.scheduling;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The time of this process, which measures and never dates.
 */
interface JobTime {

	/**
	 * The monotonic clock of this JVM.
	 */
	JobTime SYSTEM = new JobTime() {

		@Override
		public long nanoTime() {
			return System.nanoTime();
		}

		@Override
		public void pause(Duration duration) {
			LockSupport.parkNanos(duration.toNanos());
		}

	};

	long nanoTime();

	/**
	 * Wait, or less if the thread is interrupted.
	 */
	void pause(Duration duration);

}
