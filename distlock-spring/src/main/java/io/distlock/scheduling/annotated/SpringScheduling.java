// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.scheduling.TaskScheduler;

/**
 * The application's configuration of Spring's own scheduling, if it has that.
 *
 * @since 0.1.0
 */
public final class SpringScheduling {

	private final ListableBeanFactory beanFactory;

	/**
	 * Create an instance.
	 * @param beanFactory has the beans of the application
	 */
	public SpringScheduling(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Wait until Spring has asked everyone who may choose its task scheduler, which it
	 * does when the context is ready.
	 * @param action called then; at once if Spring schedules nothing, or has asked
	 */
	public void whenReady(Runnable action) {
		ClusterAwareScheduledProcessor processor = processor();
		if (processor != null) {
			processor.whenReady(action);
		}
		else {
			action.run();
		}
	}

	/**
	 * Return the task scheduler that the application chose for all scheduled methods, by
	 * a {@link org.springframework.scheduling.annotation.SchedulingConfigurer} or in XML.
	 * @return the scheduler, or {@code null} if it chose none
	 */
	public @Nullable TaskScheduler chosen() {
		ClusterAwareScheduledProcessor processor = processor();
		return (processor != null) ? processor.chosen() : null;
	}

	private @Nullable ClusterAwareScheduledProcessor processor() {
		String name = SpringSchedulingAdapter.PROCESSOR_BEAN_NAME;
		return this.beanFactory.containsBeanDefinition(name)
				&& this.beanFactory.getBean(name) instanceof ClusterAwareScheduledProcessor processor ? processor
						: null;
	}

}
