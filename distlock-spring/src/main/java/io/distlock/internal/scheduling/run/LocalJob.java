// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.scheduling.ClusterJobRunEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Job on this node, with its collaborators.
 */
final class LocalJob {

	final JobSpec spec;

	final JobRunner runner;

	private final JobPoller poller;

	private final AtomicInteger lostThreads = new AtomicInteger();

	private volatile @Nullable TaskScheduler scheduler;

	LocalJob(JobSpec spec, Runnable method, JobStore store, JobPoller poller, JobSettings settings,
			Consumer<ClusterJobRunEvent> listener) {
		this.spec = spec;
		this.runner = new JobRunner(spec, method, store, settings, listener, JobTime.SYSTEM, this::threadLost);
		this.poller = poller;
	}

	void start(TaskScheduler scheduler) {
		this.scheduler = scheduler;
		this.runner.begin();
		this.poller.start(this.runner, scheduler);
	}

	void stop() {
		this.runner.end();
		this.poller.stop(this.runner);
	}

	/**
	 * Replace the thread of an abandoned run until its method returns, so that other jobs
	 * still run on this node. The method may return before the abandonment is recorded.
	 */
	private void threadLost(int by) {
		int before = this.lostThreads.getAndAdd(by);
		int threads = Math.max(0, before + by) - Math.max(0, before);
		TaskScheduler pool = this.scheduler;
		if (threads != 0 && pool != null) {
			resize(pool, threads);
		}
		this.poller.restart(this.runner);
	}

	/**
	 * Add a thread to a pool, or remove it again. Pools of other schedulers belong to the
	 * application or are unbounded.
	 */
	static void resize(TaskScheduler scheduler, int threads) {
		if (scheduler instanceof ThreadPoolTaskScheduler pool) {
			ScheduledThreadPoolExecutor executor = pool.getScheduledThreadPoolExecutor();
			synchronized (executor) {
				pool.setPoolSize(Math.max(1, executor.getCorePoolSize() + threads));
			}
		}
	}

}
