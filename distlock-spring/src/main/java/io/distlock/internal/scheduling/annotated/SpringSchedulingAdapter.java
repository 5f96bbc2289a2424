// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.core.Ordered;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.scheduling.config.TaskSchedulerRouter;

/**
 * Prevents Spring from running cluster jobs, since a method with both annotations would
 * also run on every node. A custom replacement of Spring's post-processor is kept.
 *
 * @since 0.1.0
 */
public final class SpringSchedulingAdapter implements BeanDefinitionRegistryPostProcessor, Ordered {

	static final String PROCESSOR_BEAN_NAME = TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME;

	private static final Logger logger = LoggerFactory.getLogger(SpringSchedulingAdapter.class);

	private static final String CONFIGURATION = "org.springframework.scheduling.annotation.SchedulingConfiguration";

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		if (!registry.containsBeanDefinition(PROCESSOR_BEAN_NAME)) {
			return;
		}
		if (isSprings(registry.getBeanDefinition(PROCESSOR_BEAN_NAME))) {
			RootBeanDefinition replacement = replacement(registry.getBeanDefinition(PROCESSOR_BEAN_NAME));
			registry.removeBeanDefinition(PROCESSOR_BEAN_NAME);
			registry.registerBeanDefinition(PROCESSOR_BEAN_NAME, replacement);
		}
		else {
			logger.debug("Bean '{}' is not Spring's own and stays as it is", PROCESSOR_BEAN_NAME);
		}
	}

	private static boolean isSprings(BeanDefinition definition) {
		if (definition.getFactoryMethodName() != null) {
			return CONFIGURATION.equals(definition.getFactoryBeanName());
		}
		return ScheduledAnnotationBeanPostProcessor.class.getName().equals(definition.getBeanClassName());
	}

	/**
	 * Create the replacement, with properties of an XML configuration such as the
	 * scheduler.
	 */
	private static RootBeanDefinition replacement(BeanDefinition springs) {
		RootBeanDefinition definition = new RootBeanDefinition(Processor.class);
		definition.setPropertyValues(new MutablePropertyValues(springs.getPropertyValues()));
		definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
		return definition;
	}

	/**
	 * Spring's post-processor, except for methods of cluster jobs.
	 */
	static final class Processor extends ScheduledAnnotationBeanPostProcessor {

		private final ScheduledTaskRegistrar registrar;

		private final List<Runnable> waiting = new CopyOnWriteArrayList<>();

		Processor() {
			this(new ScheduledTaskRegistrar());
		}

		private Processor(ScheduledTaskRegistrar registrar) {
			super(registrar);
			this.registrar = registrar;
		}

		@Override
		protected void processScheduled(Scheduled scheduled, Method method, Object bean) {
			if (ClusterScheduledParser.find(method) == null) {
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
		 * Perform an action when the application's scheduler is known, which is the case
		 * when the context has been refreshed.
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
		 * Return the scheduler of the application, or {@code null} if the scheduler is
		 * determined for each method.
		 */
		@Nullable TaskScheduler chosen() {
			TaskScheduler scheduler = this.registrar.getScheduler();
			return (scheduler instanceof TaskSchedulerRouter) ? null : scheduler;
		}

	}

}
