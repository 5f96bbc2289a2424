// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.annotation.DistributedLock;
import org.awaitility.Awaitility;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncAnnotationBeanPostProcessor;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/**
 * Methods that Spring calls on another thread, or several times.
 */
final class AsyncRows extends Rows {

	private AsyncRows() {
	}

	static List<Row> rows() {
		return List.of(locked("@Async by an annotation of the application", Own.class, (bean) -> {
			bean.work();
			awaitBody();
		}), refused("@Async inside of the lock, before existing advisors", inside(false, Plain.class)),
				refused("@Async inside of the lock, made before the lock", inside(true, Plain.class)),
				refused("@Async inside of the lock, by AspectJ",
						((Consumer<AnnotationConfigApplicationContext>) AsyncRows::woven)
							.andThen((context) -> context.register(Plain.class))),
				locked("future of @Async inside of the lock", inside(true, WithFuture.class),
						(context) -> context.getBean(WithFuture.class).work().join()),
				locked("@Scheduled method that returns a Mono", Reactive.class, (bean) -> awaitBody()),
				locked("@ConcurrencyLimit", Resilient.class, Resilient::limited),
				locked("@Retryable, each attempt", Resilient.class, Resilient::retried),
				locked("@Retryable Mono, each attempt", Resilient.class, (bean) -> bean.reactive().block()));
	}

	static void awaitBody() {
		Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> !Probe.seen().isEmpty());
	}

	/**
	 * Those that are added by hand come before all that are beans.
	 */
	private static Consumer<AnnotationConfigApplicationContext> inside(boolean first, Class<?> bean) {
		return (context) -> {
			context.register(bean);
			AsyncAnnotationBeanPostProcessor processor = new AsyncAnnotationBeanPostProcessor();
			processor.setBeforeExistingAdvisors(false);
			processor.setProxyTargetClass(true);
			if (first) {
				context.addBeanFactoryPostProcessor((beanFactory) -> {
					processor.setBeanFactory(beanFactory);
					beanFactory.addBeanPostProcessor(processor);
				});
			}
			else {
				context.registerBean(AsyncAnnotationBeanPostProcessor.class, () -> processor);
			}
		};
	}

	private static void woven(AnnotationConfigApplicationContext context) {
		context.registerBean(TaskManagementConfigUtils.ASYNC_EXECUTION_ASPECT_BEAN_NAME, Object.class, Object::new);
	}

	@Retention(RetentionPolicy.RUNTIME)
	@interface Later {

	}

	@EnableAsync(annotation = Later.class)
	static class Own {

		@Later
		@DistributedLock("async")
		void work() {
			Probe.look();
		}

	}

	static class Plain {

		@Async
		@DistributedLock("async")
		void work() {
			Probe.look();
		}

	}

	static class WithFuture {

		@Async
		@DistributedLock("async")
		CompletableFuture<Integer> work() {
			return CompletableFuture.completedFuture(Probe.look());
		}

	}

	@EnableScheduling
	static class Reactive {

		@Scheduled(fixedDelay = 60_000)
		@DistributedLock("scheduled")
		Mono<Integer> work() {
			return Mono.fromSupplier(Probe::look);
		}

	}

	@EnableResilientMethods
	static class Resilient {

		@ConcurrencyLimit(1)
		@DistributedLock("limited")
		void limited() {
			Probe.look();
		}

		@Retryable(delay = 1)
		@DistributedLock("retried")
		void retried() {
			Probe.look();
			failOnce();
		}

		@Retryable(delay = 1)
		@DistributedLock("retried")
		Mono<Integer> reactive() {
			return Mono.fromSupplier(Probe::look).doOnNext((held) -> failOnce());
		}

		private static void failOnce() {
			if (Probe.seen().size() == 1) {
				throw new IllegalStateException("again");
			}
		}

	}

}
