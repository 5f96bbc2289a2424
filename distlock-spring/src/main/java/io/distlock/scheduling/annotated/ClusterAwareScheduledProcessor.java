// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.scheduling.config.TaskSchedulerRouter;

/**
 * Spring's own scheduling, but for methods that are jobs of the cluster.
 */
final class ClusterAwareScheduledProcessor extends ScheduledAnnotationBeanPostProcessor {

	private final ScheduledTaskRegistrar registrar;

	private final List<Runnable> waiting = new CopyOnWriteArrayList<>();

	ClusterAwareScheduledProcessor() {
		this(new ScheduledTaskRegistrar());
	}

	private ClusterAwareScheduledProcessor(ScheduledTaskRegistrar registrar) {
		super(registrar);
		this.registrar = registrar;
	}

	@Override
	protected void processScheduled(Scheduled scheduled, Method method, Object bean) {
		if (!ClusterScheduledParser.find(method).isPresent()) {
			super.processScheduled(scheduled, method, bean);
		}
	}

	@Override
	public void onApplicationEvent(ApplicationContextEvent event) {
		super.onApplicationEvent(event);
		if (this.registrar.getScheduler() != null) {
			this.waiting.forEach(Runnable::run);
			this.waiting.clear();
		}
	}

	/**
	 * Call when it is known which scheduler the application chose, as it is when the
	 * context was refreshed.
	 */
	void whenReady(Runnable action) {
		if (this.registrar.getScheduler() != null) {
			action.run();
		}
		else {
			this.waiting.add(action);
		}
	}

	/**
	 * Return the scheduler that the application chose, and not the one that looks for the
	 * scheduler of each method.
	 */
	@Nullable TaskScheduler chosen() {
		TaskScheduler scheduler = this.registrar.getScheduler();
		return (scheduler instanceof TaskSchedulerRouter) ? null : scheduler;
	}

}
