// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.scheduling.SchedulingAwareRunnable;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.TaskSchedulerRouter;

/**
 * Finds the task scheduler of a job in the same way as Spring for scheduled methods. If
 * the application has no task scheduler, one is created when the first job starts.
 *
 * @since 0.1.0
 */
public final class JobTaskSchedulers extends TaskSchedulerRouter {

	private final ListableBeanFactory beanFactory;

	private final Supplier<TaskScheduler> factory;

	private volatile @Nullable TaskScheduler own;

	/**
	 * Create schedulers.
	 * @param beanFactory provides the task schedulers of the application
	 * @param factory creates a task scheduler if necessary, to be shut down at the end
	 */
	public JobTaskSchedulers(ListableBeanFactory beanFactory, Supplier<TaskScheduler> factory) {
		this.beanFactory = beanFactory;
		this.factory = factory;
		setBeanFactory(beanFactory);
	}

	/**
	 * Find a scheduler.
	 * @param qualifier the name or qualifier, empty for the default scheduler
	 * @return the scheduler
	 */
	public TaskScheduler find(String qualifier) {
		return determineTargetScheduler(new Qualified(qualifier));
	}

	/**
	 * Perform an action when Spring has determined its task scheduler, which is the case
	 * when the context is ready.
	 * @param action the action; called immediately if Spring schedules nothing or is
	 * ready
	 */
	public void whenReady(Runnable action) {
		SpringSchedulingAdapter.Processor springs = springs();
		if (springs != null) {
			springs.whenReady(action);
		}
		else {
			action.run();
		}
	}

	@Override
	protected TaskScheduler determineDefaultScheduler() {
		SpringSchedulingAdapter.Processor springs = springs();
		TaskScheduler chosen = (springs != null) ? springs.chosen() : null;
		if (chosen != null) {
			return chosen;
		}
		if (has(TaskScheduler.class) || has(ScheduledExecutorService.class)) {
			return super.determineDefaultScheduler();
		}
		TaskScheduler made = this.factory.get();
		this.own = made;
		return made;
	}

	private SpringSchedulingAdapter.@Nullable Processor springs() {
		String name = SpringSchedulingAdapter.PROCESSOR_BEAN_NAME;
		return this.beanFactory.containsBeanDefinition(name)
				&& this.beanFactory.getBean(name) instanceof SpringSchedulingAdapter.Processor processor ? processor
						: null;
	}

	private boolean has(Class<?> type) {
		return this.beanFactory.getBeanProvider(type).stream().findAny().isPresent();
	}

	@Override
	public void destroy() {
		super.destroy();
		TaskScheduler made = this.own;
		if (made instanceof ThreadPoolTaskScheduler pool) {
			pool.shutdown();
		}
		else if (made instanceof SimpleAsyncTaskScheduler threads) {
			threads.close();
		}
	}

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
