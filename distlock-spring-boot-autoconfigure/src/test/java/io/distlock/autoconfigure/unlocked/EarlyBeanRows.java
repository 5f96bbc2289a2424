// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.util.List;
import java.util.function.Consumer;

import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.unlocked.LifeCycleRows.Worker;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.PriorityOrdered;

/**
 * Beans that are made before there are proxies, and objects that are made by hand.
 */
final class EarlyBeanRows extends Rows {

	private EarlyBeanRows() {
	}

	static List<Row> rows() {
		return List.of(refused("prototype that an early bean post-processor needs", Early.class, Prototype.class),
				refused("prototype of a hidden type that an early bean post-processor needs", Early.class,
						HiddenPrototype.class),
				refused("prototype that a bean needs that an early bean post-processor needs", Early.class,
						Middle.class, Prototype.class),
				refused("object of a lazy FactoryBean that an early bean post-processor needs", Early.class,
						LazyFactory.class),
				refused("object of a FactoryBean that hides its type, needed by an early bean post-processor",
						Early.class, HidingFactory.class),
				refused("one of many objects of a FactoryBean that an early bean post-processor needs", Early.class,
						ManyFactory.class),
				refused("object of a lazy FactoryBean that a bean factory post-processor asks for",
						asksFor(LazyFactory.class)),
				refused("bean that a bean factory post-processor asks for", asksFor(PlainTask.class)),
				refused("bean factory post-processor", LockedFactoryPostProcessor.class),
				locked("prototype that no early bean post-processor needs", LatePrototype.class, LatePrototype::call,
						Early.class, PlainRunnable.class),
				locked("bean beside one that is null", NullConfiguration.class, (bean) -> bean.worker().work()),
				locked("object that is created by hand several times", (context) -> {
				}, (context) -> {
					context.getAutowireCapableBeanFactory().createBean(Worker.class);
					context.getAutowireCapableBeanFactory().createBean(Worker.class).work();
				}));
	}

	private static Consumer<AnnotationConfigApplicationContext> asksFor(Class<?> bean) {
		return (context) -> {
			context.register(bean);
			context.addBeanFactoryPostProcessor((beanFactory) -> beanFactory.getBean(Runnable.class));
		};
	}

	/**
	 * Made before all others, and with it what it needs.
	 */
	@Configuration
	static class Early {

		@Bean
		static EarlyPostProcessor earlyPostProcessor(Runnable task) {
			return new EarlyPostProcessor(task);
		}

	}

	record EarlyPostProcessor(Runnable task) implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class PlainTask implements Runnable {

		@Override
		@DistributedLock("task")
		public void run() {
			Probe.look();
		}

	}

	@Scope("prototype")
	static class Prototype extends PlainTask {

	}

	@Configuration
	static class HiddenPrototype {

		@Bean
		@Scope("prototype")
		Runnable task() {
			return new PlainTask();
		}

	}

	@Configuration
	static class Middle {

		@Bean
		@Primary
		@Scope("prototype")
		Runnable middle(PlainTask task) {
			return task::run;
		}

	}

	@Configuration
	static class LazyFactory {

		@Bean
		@Lazy
		static TaskFactory task() {
			return new TaskFactory(PlainTask.class, true);
		}

	}

	@Configuration
	static class HidingFactory {

		@Bean
		static TaskFactory task() {
			return new TaskFactory(Runnable.class, true);
		}

	}

	@Configuration
	static class ManyFactory {

		@Bean
		static TaskFactory task() {
			return new TaskFactory(PlainTask.class, false);
		}

	}

	record TaskFactory(Class<?> type, boolean singleton) implements FactoryBean<Runnable> {

		@Override
		public Runnable getObject() {
			return new PlainTask();
		}

		@Override
		public Class<?> getObjectType() {
			return this.type;
		}

		@Override
		public boolean isSingleton() {
			return this.singleton;
		}

	}

	static class LockedFactoryPostProcessor implements BeanFactoryPostProcessor {

		@Override
		@DistributedLock
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
			Probe.look();
		}

	}

	static class PlainRunnable implements Runnable {

		@Override
		public void run() {
		}

	}

	@Configuration
	static class LatePrototype {

		@Bean
		@Scope("prototype")
		Worker worker() {
			return new Worker();
		}

		void call() {
			worker().work();
		}

	}

	@Configuration
	static class NullConfiguration {

		@Bean
		Worker none() {
			return null;
		}

		@Bean
		Worker worker() {
			return new Worker();
		}

	}

}
