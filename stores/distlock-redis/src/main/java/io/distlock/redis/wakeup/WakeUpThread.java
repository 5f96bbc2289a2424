// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.provider.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread, which never waits, and ends while there is nothing to do.
 */
final class WakeUpThread {

	private static final Logger logger = LoggerFactory.getLogger(WakeUpThread.class);

	private final ScheduledThreadPoolExecutor worker = new ScheduledThreadPoolExecutor(1,
			DaemonThreads.named("distlock-redis-wake-ups"));

	private final Consumer<RuntimeException> failed;

	WakeUpThread(Consumer<RuntimeException> failed) {
		this.failed = failed;
		this.worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.worker.setKeepAliveTime(10, TimeUnit.SECONDS);
		this.worker.allowCoreThreadTimeOut(true);
	}

	boolean run(Runnable task) {
		return later(task, Duration.ZERO);
	}

	boolean later(Runnable task, Duration delay) {
		try {
			this.worker.schedule(() -> guarded(task), delay.toMillis(), TimeUnit.MILLISECONDS);
			return true;
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Nothing is scheduled after the end", ex);
			return false;
		}
	}

	void end() {
		this.worker.shutdown();
	}

	private void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException ex) {
			logger.debug("Listening for released locks failed", ex);
			this.failed.accept(ex);
		}
	}

}
