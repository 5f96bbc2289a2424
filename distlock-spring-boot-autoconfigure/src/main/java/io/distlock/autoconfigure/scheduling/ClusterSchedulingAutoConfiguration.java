// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStores;
import io.distlock.internal.scheduling.annotated.ClusterScheduledBeanPostProcessor;
import io.distlock.internal.scheduling.annotated.SpringSchedulingAdapter;
import io.distlock.internal.scheduling.run.ClusterJobScheduler;
import io.distlock.scheduling.ClusterJobs;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.function.SingletonSupplier;

/**
 * Auto-configuration for methods annotated with
 * {@link io.distlock.annotation.ClusterScheduled @ClusterScheduled}.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(after = { DistlockAutoConfiguration.class, TaskSchedulingAutoConfiguration.class })
public final class ClusterSchedulingAutoConfiguration {

	/**
	 * Configuration that also applies if distlock is disabled, because a job for one node
	 * must not run on all nodes.
	 */
	@Lazy
	@Configuration(proxyBeanMethods = false)
	static class SpringSchedulingConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static SpringSchedulingAdapter distlockSpringSchedulingAdapter() {
			return new SpringSchedulingAdapter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
	@EnableConfigurationProperties(DistlockSchedulingProperties.class)
	static class JobConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static ClusterScheduledBeanPostProcessor distlockClusterScheduledBeanPostProcessor(
				ConfigurableListableBeanFactory beanFactory) {
			return new ClusterScheduledBeanPostProcessor(beanFactory);
		}

		@Bean
		@Lazy(false)
		ClusterJobScheduler distlockJobScheduler(
				ClusterScheduledBeanPostProcessor distlockClusterScheduledBeanPostProcessor,
				ObjectProvider<JobStores> stores, ObjectProvider<DistlockSchedulingProperties> properties,
				ApplicationEventPublisher events, ConfigurableListableBeanFactory beanFactory,
				ObjectProvider<ThreadPoolTaskSchedulerBuilder> pools,
				ObjectProvider<SimpleAsyncTaskSchedulerBuilder> virtualThreads, Environment environment,
				ObjectProvider<LifecycleProperties> lifecycle) {
			SingletonSupplier<JobSettings> settings = SingletonSupplier.of(() -> properties.getObject()
				.settings(lifecycle.getIfAvailable(LifecycleProperties::new).getTimeoutPerShutdownPhase()));
			return new ClusterJobScheduler(distlockClusterScheduledBeanPostProcessor, stores::getObject,
					settings::obtain, events::publishEvent, beanFactory,
					() -> Threading.VIRTUAL.isActive(environment)
							? virtualThreads.getIfAvailable(SimpleAsyncTaskSchedulerBuilder::new)
								.virtualThreads(true)
								.build()
							: pool(pools.getIfAvailable(ThreadPoolTaskSchedulerBuilder::new)));
		}

		private static TaskScheduler pool(ThreadPoolTaskSchedulerBuilder builder) {
			ThreadPoolTaskScheduler scheduler = builder.build();
			scheduler.initialize();
			return scheduler;
		}

		@Bean
		@Lazy
		ClusterJobs distlockClusterJobs(ClusterJobScheduler distlockJobScheduler) {
			return distlockJobScheduler.operations();
		}

	}

}
