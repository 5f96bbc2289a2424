// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Task schedulers that the application sets, and not only has.
 */
class ConfiguredSchedulerTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
				ClusterSchedulingAutoConfiguration.class, TaskSchedulingAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	@Test
	void jobsRunOnTheSchedulerOfAConfigurer() {
		this.runner.withUserConfiguration(Configured.class, Jobs.class).run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(next(jobs.alone)).startsWith("configured-");
			assertThat(next(jobs.beside)).startsWith("configured-");
			assertThat(next(jobs.named)).startsWith("other-");
			context.getSourceApplicationContext(GenericApplicationContext.class).stop();
			jobs.alone.clear();
			context.getSourceApplicationContext(GenericApplicationContext.class).start();
			assertThat(next(jobs.alone)).startsWith("configured-");
		});
	}

	@Test
	void jobsRunOnTheSchedulerOfSpringsPostProcessor() {
		this.runner.withUserConfiguration(Jobs.class)
			.withBean("taskScheduler", TaskScheduler.class, () -> scheduler("default-"))
			.withBean("other", TaskScheduler.class, () -> scheduler("other-"))
			.withInitializer((context) -> ((GenericApplicationContext) context).registerBeanDefinition(
					TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME, processor()))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(next(context.getBean(Jobs.class).springs)).startsWith("set-");
				assertThat(next(context.getBean(Jobs.class).alone)).startsWith("set-");
			});
	}

	@Test
	void jobsOfAnApplicationWithoutASchedulerRunOnAPool() {
		this.runner.withUserConfiguration(OneJob.class).run((context) -> {
			assertThat(context).doesNotHaveBean(TaskScheduler.class);
			assertThat(next(context.getBean(OneJob.class).threads)).startsWith("scheduling-");
		});
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void jobsOfAnApplicationWithoutASchedulerRunOnVirtualThreads() {
		this.runner.withUserConfiguration(OneJob.class)
			.withPropertyValues("spring.threads.virtual.enabled=true")
			.run((context) -> assertThat(next(context.getBean(OneJob.class).threads)).isEqualTo("virtual"));
	}

	private static RootBeanDefinition processor() {
		RootBeanDefinition definition = new RootBeanDefinition(ScheduledAnnotationBeanPostProcessor.class);
		ThreadPoolTaskScheduler scheduler = (ThreadPoolTaskScheduler) scheduler("set-");
		scheduler.initialize();
		definition.getPropertyValues().add("scheduler", scheduler);
		return definition;
	}

	private static String next(BlockingQueue<String> threads) throws InterruptedException {
		return threads.poll(60, TimeUnit.SECONDS);
	}

	private static TaskScheduler scheduler(String prefix) {
		ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
		scheduler.setThreadNamePrefix(prefix);
		scheduler.setPoolSize(2);
		scheduler.setDaemon(true);
		return scheduler;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Configured {

		@Bean
		TaskScheduler taskScheduler() {
			return scheduler("default-");
		}

		@Bean
		TaskScheduler other() {
			return scheduler("other-");
		}

		@Bean
		SchedulingConfigurer configurer() {
			TaskScheduler configured = scheduler("configured-");
			((ThreadPoolTaskScheduler) configured).initialize();
			return (registrar) -> registrar.setTaskScheduler(configured);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jobs {

		final BlockingQueue<String> alone = new LinkedBlockingQueue<>();

		final BlockingQueue<String> beside = new LinkedBlockingQueue<>();

		final BlockingQueue<String> named = new LinkedBlockingQueue<>();

		final BlockingQueue<String> springs = new LinkedBlockingQueue<>();

		@ClusterScheduled(name = "alone", fixedRate = "100ms")
		void alone() {
			this.alone.add(Thread.currentThread().getName());
		}

		@Scheduled(fixedRate = 100)
		@ClusterScheduled("beside")
		void beside() {
			this.beside.add(Thread.currentThread().getName());
		}

		@Scheduled(fixedRate = 100, scheduler = "other")
		@ClusterScheduled("named")
		void named() {
			this.named.add(Thread.currentThread().getName());
		}

		@Scheduled(fixedRate = 100)
		void springs() {
			this.springs.add(Thread.currentThread().getName());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OneJob {

		private final BlockingQueue<String> threads = new LinkedBlockingQueue<>();

		/**
		 * A virtual thread belongs to a group of that name, on each JDK that has them.
		 */
		@ClusterScheduled(name = "one", fixedRate = "100ms")
		void run() {
			ThreadGroup group = Thread.currentThread().getThreadGroup();
			boolean virtual = group != null && group.getName().equals("VirtualThreads");
			this.threads.add(virtual ? "virtual" : Thread.currentThread().getName());
		}

	}

}
