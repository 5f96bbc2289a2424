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
 * Keeps Spring's own scheduling from running the cluster's jobs, since a method that has
 * both annotations would otherwise also run on every node. A replacement of Spring's own
 * post-processor is kept.
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
	 * Configuration in XML may set properties, as the scheduler.
	 */
	private static RootBeanDefinition replacement(BeanDefinition springs) {
		RootBeanDefinition definition = new RootBeanDefinition(Processor.class);
		definition.setPropertyValues(new MutablePropertyValues(springs.getPropertyValues()));
		definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
		return definition;
	}

	/**
	 * Spring's own scheduling, but for methods that are jobs of the cluster.
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
		 * Return the scheduler that the application chose, and not the one that looks for
		 * the scheduler of each method.
		 */
		@Nullable TaskScheduler chosen() {
			TaskScheduler scheduler = this.registrar.getScheduler();
			return (scheduler instanceof TaskSchedulerRouter) ? null : scheduler;
		}

	}

}
