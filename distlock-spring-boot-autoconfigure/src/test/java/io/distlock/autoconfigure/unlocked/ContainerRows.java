// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.unlocked.LifeCycleRows.Worker;
import org.aopalliance.intercept.MethodInterceptor;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.beans.factory.annotation.Lookup;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Beans that other parts of the container make, wrap or call.
 */
final class ContainerRows extends Rows {

	private ContainerRows() {
	}

	static List<Row> rows() {
		return List.of(twice("proxied by another creator as well", Ways::plain),
				twice("proxied by another creator as well, permit", Ways::permit),
				twice("proxied by another creator as well, stage", (ways) -> ways.stage().join()),
				twice("proxied by another creator as well, Mono", (ways) -> ways.mono().block()),
				locked("proxied by the name of the bean as well", Worker.class, Worker::work, ByName.class),
				locked("visible in its package, context with a class loader of its own",
						withClassLoader(MethodRows.Plain.class),
						(context) -> context.getBean(MethodRows.Plain.class).ofPackage()),
				locked("bean behind a proxy of interfaces of its scope", threadScope(ScopedTask.class),
						(context) -> context.getBean(Runnable.class).run()),
				locked("inner bean", (context) -> {
					RootBeanDefinition outer = new RootBeanDefinition(Outer.class);
					outer.getPropertyValues().add("worker", new RootBeanDefinition(Worker.class));
					context.registerBeanDefinition("outer", outer);
				}, (context) -> context.getBean(Outer.class).worker.work()),
				locked("prototype of a @Lookup method", Looking.class, (bean) -> bean.worker().work(),
						LifeCycleRows.Prototype.class),
				locked("bean that is made in the background", (context) -> context.register(Background.class),
						(context) -> context.getBean(InTransaction.class).work()),
				event("listener after the commit", AfterCommit.class),
				event("listener before the commit", BeforeCommit.class),
				event("listener after the commit, with a transaction", InNewTransaction.class),
				event("asynchronous listener", Later.class));
	}

	private static Row twice(String name, Row.BeanCall<Ways> call) {
		return locked(name, Ways.class, call, Twice.class);
	}

	private static Row event(String name, Class<?> listener) {
		return locked(name, (context) -> context.register(listener), (context) -> {
			new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
				.executeWithoutResult((status) -> context.publishEvent("event"));
			AsyncRows.awaitBody();
		});
	}

	private static Consumer<AnnotationConfigApplicationContext> withClassLoader(Class<?> bean) {
		return (context) -> {
			context.setClassLoader(new URLClassLoader(new URL[0], bean.getClassLoader()));
			context.register(bean);
		};
	}

	private static Consumer<AnnotationConfigApplicationContext> threadScope(Class<?> bean) {
		return (context) -> {
			context.getBeanFactory().registerScope("thread", new SimpleThreadScope());
			context.register(bean);
		};
	}

	@Configuration
	static class Twice {

		@Bean
		static DefaultAdvisorAutoProxyCreator another() {
			DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
			creator.setProxyTargetClass(true);
			return creator;
		}

	}

	static class Ways {

		@DistributedLock("ways")
		void plain() {
			Probe.look();
		}

		@ClusterConcurrencyLimit(permits = 1)
		void permit() {
			Probe.look();
		}

		@DistributedLock("ways")
		CompletableFuture<Integer> stage() {
			return CompletableFuture.completedFuture(Probe.look());
		}

		@DistributedLock("ways")
		Mono<Integer> mono() {
			return Mono.fromSupplier(Probe::look);
		}

	}

	@Configuration
	static class Background {

		@Bean
		Executor bootstrapExecutor() {
			return new SimpleAsyncTaskExecutor();
		}

		@Bean(bootstrap = Bean.Bootstrap.BACKGROUND)
		InTransaction inTransaction() {
			return new InTransaction();
		}

	}

	static class InTransaction {

		@Transactional
		@DistributedLock("background")
		public void work() {
			Probe.look();
		}

	}

	@Configuration
	static class ByName {

		@Bean
		static BeanNameAutoProxyCreator another() {
			BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
			creator.setBeanNames("*Worker");
			creator.setInterceptorNames("log");
			creator.setProxyTargetClass(true);
			return creator;
		}

		@Bean
		static MethodInterceptor log() {
			return (invocation) -> invocation.proceed();
		}

	}

	@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.INTERFACES)
	static class ScopedTask extends EarlyBeanRows.PlainTask {

	}

	static class Outer {

		private Worker worker;

		public void setWorker(Worker worker) {
			this.worker = worker;
		}

	}

	abstract static class Looking {

		@Lookup
		abstract Worker worker();

	}

	static class AfterCommit {

		@TransactionalEventListener
		@DistributedLock("listener")
		void on(String event) {
			Probe.look();
		}

	}

	static class BeforeCommit {

		@TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
		@DistributedLock("listener")
		void on(String event) {
			Probe.look();
		}

	}

	static class InNewTransaction {

		@TransactionalEventListener
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock("listener")
		void on(String event) {
			Probe.look();
		}

	}

	@EnableAsync
	static class Later {

		@Async
		@EventListener
		@DistributedLock("listener")
		void on(String event) {
			Probe.look();
		}

	}

}
