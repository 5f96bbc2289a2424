// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

import io.distlock.scheduling.OwnTaskScheduler;
import io.distlock.scheduling.annotated.SpringScheduling;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.scheduling.SchedulingAwareRunnable;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.config.TaskSchedulerRouter;

/**
 * Finds the task scheduler of a job as Spring does for its own scheduled methods. Where
 * the application has none, one is made when the first job starts.
 */
final class JobTaskSchedulers extends TaskSchedulerRouter {

	private final ListableBeanFactory beanFactory;

	private final SpringScheduling springs;

	private final Supplier<OwnTaskScheduler> factory;

	private volatile @Nullable OwnTaskScheduler own;

	/**
	 * Create schedulers.
	 * @param beanFactory has those of the application
	 * @param factory makes one if there is none
	 */
	JobTaskSchedulers(ListableBeanFactory beanFactory, Supplier<OwnTaskScheduler> factory) {
		this.beanFactory = beanFactory;
		this.springs = new SpringScheduling(beanFactory);
		this.factory = factory;
		setBeanFactory(beanFactory);
	}

	/**
	 * Find a scheduler.
	 * @param qualifier its name or qualifier, empty for the default one
	 * @return the scheduler
	 */
	TaskScheduler find(String qualifier) {
		return determineTargetScheduler(new Qualified(qualifier));
	}

	/**
	 * Call when it is known which schedulers there are.
	 */
	void whenReady(Runnable action) {
		this.springs.whenReady(action);
	}

	@Override
	protected TaskScheduler determineDefaultScheduler() {
		TaskScheduler chosen = this.springs.chosen();
		if (chosen != null) {
			return chosen;
		}
		if (has(TaskScheduler.class) || has(ScheduledExecutorService.class)) {
			return super.determineDefaultScheduler();
		}
		OwnTaskScheduler made = this.factory.get();
		this.own = made;
		return made.scheduler();
	}

	private boolean has(Class<?> type) {
		return this.beanFactory.getBeanProvider(type).stream().findAny().isPresent();
	}

	@Override
	public void destroy() {
		super.destroy();
		OwnTaskScheduler made = this.own;
		if (made != null) {
			made.shutdown().run();
		}
	}

	/**
	 * Asks for a scheduler.
	 */
	private record Qualified(String qualifier) implements SchedulingAwareRunnable {

		@Override
		public String getQualifier() {
			return this.qualifier;
		}

		@Override
		public void run() {
		}

	}

}
