// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.scheduling.ClusterJobContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs on beans that Spring does not create when it starts.
 */
@Tag("timing")
class LazyJobBeansTests {

	private static final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
				ClusterSchedulingAutoConfiguration.class, TaskSchedulingAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	private final ApplicationContextRunner lazy = this.runner.withInitializer(
			(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));

	@Test
	void jobRunsThoughAllBeansAreLazy() {
		this.lazy.withUserConfiguration(Plain.class, BesideScheduled.class)
			.run((context) -> assertRun("plain", "beside"));
	}

	@Test
	void jobOfALazyBeanRuns() {
		this.runner.withUserConfiguration(LazyBean.class).run((context) -> assertRun("lazy"));
	}

	@Test
	void jobOnWhatAFactoryMakesRuns() {
		for (ApplicationContextRunner each : List.of(this.runner, this.lazy)) {
			each.withUserConfiguration(MadeByFactory.class).run((context) -> assertRun("made"));
		}
	}

	@Test
	void jobOnAFactoryRunsWhateverItMakes() {
		this.runner.withUserConfiguration(JobOnFactory.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertRun("factory");
		});
	}

	@Test
	void lazyPrototypeIsRefused() {
		this.lazy.withUserConfiguration(Prototype.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("bean 'prototype' is not a singleton")
				.hasMessageContaining("Move the method to a singleton bean."));
	}

	@Test
	void jobInAParentWithoutJobsIsRefused() {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(Plain.class)) {
			this.runner.withParent(parent)
				.run((context) -> assertThat(context).getFailure()
					.hasMessageContaining("Plain.run")
					.hasMessageContaining("is in a parent context, which has no jobs")
					.hasMessageContaining("Move the bean"));
		}
	}

	@Test
	void jobInAParentWithJobsRunsOnce() {
		this.lazy.withUserConfiguration(Plain.class).run((parent) -> this.runner.withParent(parent).run((context) -> {
			assertThat(context).hasNotFailed();
			assertRun("plain");
		}));
	}

	@Test
	void jobInAParentThatIsDisabledDoesNotRun() {
		this.runner.withUserConfiguration(Plain.class)
			.withPropertyValues("distlock.enabled=false")
			.run((parent) -> this.runner.withParent(parent).run((context) -> assertThat(context).hasNotFailed()));
	}

	private static void assertRun(String... jobs) {
		runs.clear();
		await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(runs).contains(jobs));
	}

	private static void ran() {
		runs.add(ClusterJobContext.current().orElseThrow().jobName());
	}

	@Configuration(proxyBeanMethods = false)
	static class Plain {

		@ClusterScheduled(name = "plain", fixedRate = "100ms")
		void run() {
			ran();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class BesideScheduled {

		@Scheduled(fixedRate = 100)
		@ClusterScheduled("beside")
		void run() {
			ran();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyBean {

		@Bean
		@Lazy
		LazyJob lazyJob() {
			return new LazyJob();
		}

	}

	static class LazyJob {

		@ClusterScheduled(name = "lazy", fixedRate = "100ms")
		void run() {
			ran();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MadeByFactory {

		@Bean
		static FactoryBean<Made> made() {
			return new MadeFactory();
		}

	}

	static class MadeFactory implements FactoryBean<Made> {

		@Override
		public Made getObject() {
			return new Made();
		}

		@Override
		public Class<?> getObjectType() {
			return Made.class;
		}

	}

	static class Made {

		@ClusterScheduled(name = "made", fixedRate = "100ms")
		void run() {
			ran();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class JobOnFactory {

		@Bean
		static WorkingFactory working() {
			return new WorkingFactory();
		}

	}

	/**
	 * Makes another object each time, and works itself.
	 */
	static class WorkingFactory implements FactoryBean<Object> {

		@Override
		public Object getObject() {
			return new Object();
		}

		@Override
		public Class<?> getObjectType() {
			return Object.class;
		}

		@Override
		public boolean isSingleton() {
			return false;
		}

		@ClusterScheduled(name = "factory", fixedRate = "100ms")
		void run() {
			ran();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Prototype {

		@Bean
		@Scope("prototype")
		LazyJob prototype() {
			return new LazyJob();
		}

	}

}
