// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.annotation.DistributedLock;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.awaitility.Awaitility;

import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Lookup;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * When in the life of a bean the method is called, and by whom.
 */
final class LifeCycleRows extends Rows {

	private LifeCycleRows() {
	}

	static List<Row> rows() {
		return List.of(refused("@PostConstruct", AfterConstruction.class),
				refused("@PreDestroy", BeforeDestruction.class), refused("afterPropertiesSet", Initializing.class),
				refused("destroy", Disposable.class), refused("close of an AutoCloseable", Closeable.class),
				refused("init method of the definition", InitMethod.class),
				refused("destroy method of the definition", DestroyMethod.class),
				refused("destroy method that the container infers", InferredDestroyMethod.class),
				refused("@Autowired method", Injected.class), refused("setter of an Aware interface", Named.class),
				refused("annotated class with a @PostConstruct method", ClassWithLifeCycle.class),
				locked("start of a SmartLifecycle", Started.class, LifeCycleRows::alreadyCalled),
				locked("afterSingletonsInstantiated", Ready.class, LifeCycleRows::alreadyCalled),
				locked("@EventListener", Listening.class, LifeCycleRows::alreadyCalled),
				locked("ApplicationListener", ListeningBean.class, LifeCycleRows::alreadyCalled),
				locked("@Scheduled", Scheduling.class, LifeCycleRows::awaitBody),
				locked("@Async", Asynchronous.class, (bean) -> {
					bean.work();
					awaitBody(bean);
				}), locked("lazy bean", LazyBean.class, LazyBean::work),
				locked("prototype", Prototype.class, Prototype::work),
				locked("bean behind a proxy of its scope", Scoped.class, Scoped::work),
				locked("bean in a circle", CircleOne.class, CircleOne::work, CircleTwo.class),
				locked("bean in a circle, created after the start", (context) -> {
					context.registerBean(CircleOne.class, (definition) -> definition.setLazyInit(true));
					context.registerBean(CircleTwo.class, (definition) -> definition.setLazyInit(true));
				}, (context) -> context.getBean(CircleTwo.class).work()),
				locked("bean in a circle, called by its interface", CircleTaskUser.class, (bean) -> bean.task.run(),
						CircleTask.class)
					.withInterfaceProxies(),
				new Row("advice that is created after the start", Row.Outcome.FAILED_AT_THE_CALL,
						(context) -> context.registerBean(ProxyRows.LockedAdvice.class,
								(definition) -> definition.setLazyInit(true)),
						(context) -> context.getBean(ProxyRows.LockedAdvice.class)),
				refused("@Scheduled method of a bean in a circle", ScheduledCircle.class, ScheduledCircleUser.class),
				locked("bean with a @Lookup method", WithLookup.class, WithLookup::work),
				locked("bean by ObjectProvider", Provided.class, (bean) -> bean.provider.getObject().work(),
						Worker.class),
				locked("method of a @Configuration", Configured.class, Configured::work),
				locked("bean of a @Bean method", (context) -> context.register(Configured.class),
						(context) -> context.getBean("worker", Worker.class).work()),
				locked("object of a FactoryBean", (context) -> context.register(WorkerFactory.class),
						(context) -> context.getBean(Worker.class).work()),
				locked("getObject of a FactoryBean", (context) -> context.register(LockedFactory.class),
						(context) -> context.getBean("&lifeCycleRows.LockedFactory", LockedFactory.class).getObject()),
				locked("bean that is created by hand", (context) -> {
				}, (context) -> context.getAutowireCapableBeanFactory().createBean(Worker.class).work()),
				locked("object that is initialized by hand", (context) -> {
				}, (context) -> ((Worker) context.getAutowireCapableBeanFactory()
					.initializeBean(new Worker(), "byHand")).work()),
				new Row("object that is initialized by hand and kept", Row.Outcome.FAILED_AT_THE_CALL, (context) -> {
				}, (context) -> {
					Worker worker = new Worker();
					context.getAutowireCapableBeanFactory()
						.initializeBean(worker,
								Worker.class.getName() + AutowireCapableBeanFactory.ORIGINAL_INSTANCE_SUFFIX);
					worker.work();
				}),
				refused("object that is registered ready made",
						(context) -> context.getBeanFactory().registerSingleton("ready", new Worker())),
				locked("bean that a late bean post-processor needs", Worker.class, Worker::work, EarlyUser.class),
				refused("bean that an early bean post-processor needs", VeryEarlyUser.class, Worker.class),
				refused("object of a FactoryBean that an early bean post-processor needs", VeryEarlyUser.class,
						WorkerFactory.class),
				refused("run of a Thread", LockedThread.class),
				refused("handler of messages on a bean in a circle", HandlerCircle.class, HandlerCircleUser.class),
				locked("bean of a BeanRegistrar", Registering.class, (bean) -> bean.registered.getObject().work()),
				locked("late bean post-processor", LockedPostProcessor.class, LockedPostProcessor::work),
				refused("early bean post-processor", LockedEarlyPostProcessor.class),
				refused("bean of a parent context without the advice", withParent(Worker.class)),
				new Row("bean of a child context without the advice", Row.Outcome.FAILED_AT_THE_CALL, (context) -> {
				}, (context) -> child(context, Worker.class)),
				locked("bean of a child context with the advice", (context) -> {
				}, (context) -> child(context, NeverSilentlyUnlockedTests.Store.class, Worker.class)));
	}

	/**
	 * The container has called the method at start.
	 */
	private static void alreadyCalled(Object bean) {
	}

	private static void awaitBody(Object bean) {
		Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> !Probe.seen().isEmpty());
	}

	private static Consumer<AnnotationConfigApplicationContext> withParent(Class<?> bean) {
		return (context) -> context.setParent(new AnnotationConfigApplicationContext(bean));
	}

	private static void child(AnnotationConfigApplicationContext parent, Class<?>... classes) {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(parent);
			child.register(classes);
			child.refresh();
			child.getBean(Worker.class).work();
		}
	}

	static class Worker {

		@DistributedLock("worker")
		void work() {
			Probe.look();
		}

	}

	static class AfterConstruction {

		@PostConstruct
		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	static class BeforeDestruction {

		@PreDestroy
		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	static class Initializing implements InitializingBean {

		@Override
		@DistributedLock
		public void afterPropertiesSet() {
			Probe.look();
		}

	}

	static class Disposable implements DisposableBean {

		@Override
		@DistributedLock
		public void destroy() {
			Probe.look();
		}

	}

	static class Closeable implements AutoCloseable {

		@Override
		@DistributedLock
		public void close() {
			Probe.look();
		}

	}

	static class Manageable {

		@DistributedLock("manageable")
		public void shutdown() {
			Probe.look();
		}

	}

	@Configuration
	static class InitMethod {

		@Bean(initMethod = "shutdown")
		Manageable manageable() {
			return new Manageable();
		}

	}

	@Configuration
	static class DestroyMethod {

		@Bean(destroyMethod = "shutdown")
		Manageable manageable() {
			return new Manageable();
		}

	}

	@Configuration
	static class InferredDestroyMethod {

		@Bean
		Manageable manageable() {
			return new Manageable();
		}

	}

	static class Injected {

		@Autowired
		@DistributedLock
		void work(ObjectProvider<Worker> workers) {
			Probe.look();
		}

	}

	static class Named implements BeanNameAware {

		@Override
		@DistributedLock
		public void setBeanName(String name) {
			Probe.look();
		}

	}

	@DistributedLock("class")
	static class ClassWithLifeCycle {

		@PostConstruct
		public void work() {
			Probe.look();
		}

	}

	static class Started implements SmartLifecycle {

		@Override
		@DistributedLock("started")
		public void start() {
			Probe.look();
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

	}

	static class Ready implements SmartInitializingSingleton {

		@Override
		@DistributedLock("ready")
		public void afterSingletonsInstantiated() {
			Probe.look();
		}

	}

	static class Listening {

		@EventListener(ContextRefreshedEvent.class)
		@DistributedLock("listening")
		void work() {
			Probe.look();
		}

	}

	static class ListeningBean implements ApplicationListener<ContextRefreshedEvent> {

		@Override
		@DistributedLock("listener")
		public void onApplicationEvent(ContextRefreshedEvent event) {
			Probe.look();
		}

	}

	@EnableScheduling
	static class Scheduling {

		@Scheduled(fixedDelay = 60_000)
		@DistributedLock("scheduled")
		void work() {
			Probe.look();
		}

	}

	@EnableAsync
	static class Asynchronous {

		@Async
		@DistributedLock("async")
		void work() {
			Probe.look();
		}

	}

	@Lazy
	static class LazyBean extends Worker {

	}

	@Scope("prototype")
	static class Prototype extends Worker {

	}

	@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class Scoped extends Worker {

	}

	static class CircleOne extends Worker {

		@Autowired
		private CircleTwo other;

	}

	static class CircleTwo extends Worker {

		@Autowired
		private CircleOne other;

		@Override
		@DistributedLock("circle")
		void work() {
			this.other.work();
		}

	}

	static class CircleTask implements Runnable {

		@Autowired
		private CircleTaskUser user;

		@Override
		@DistributedLock("circle-task")
		public void run() {
			Probe.look();
		}

	}

	static class CircleTaskUser {

		@Autowired
		private Runnable task;

	}

	@EnableScheduling
	static class ScheduledCircle {

		@Autowired
		private ScheduledCircleUser user;

		@Scheduled(fixedDelay = 60_000)
		@DistributedLock("scheduled-circle")
		void work() {
			Probe.look();
		}

	}

	static class ScheduledCircleUser {

		@Autowired
		private ScheduledCircle circle;

	}

	abstract static class WithLookup {

		@Lookup
		abstract ObjectProvider<Worker> workers();

		@DistributedLock("lookup")
		void work() {
			Probe.look();
		}

	}

	static class Provided {

		private final ObjectProvider<Worker> provider;

		Provided(ObjectProvider<Worker> provider) {
			this.provider = provider;
		}

	}

	@Configuration
	static class Configured {

		@Bean
		Worker worker() {
			return new Worker();
		}

		@DistributedLock("configured")
		public void work() {
			Probe.look();
		}

	}

	static class WorkerFactory implements FactoryBean<Worker> {

		@Override
		public Worker getObject() {
			return new Worker();
		}

		@Override
		public Class<?> getObjectType() {
			return Worker.class;
		}

	}

	static class LockedFactory implements FactoryBean<String> {

		@Override
		@DistributedLock("factory")
		public String getObject() {
			Probe.look();
			return "made";
		}

		@Override
		public Class<?> getObjectType() {
			return String.class;
		}

	}

	@Configuration
	static class EarlyUser {

		@Bean
		static BeanPostProcessor earlyUser(Worker worker) {
			return new BeanPostProcessor() {
			};
		}

	}

	static class LockedPostProcessor implements BeanPostProcessor {

		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	@Configuration
	static class VeryEarlyUser {

		@Bean
		static EarlyPostProcessor veryEarlyUser(Worker worker) {
			return new EarlyPostProcessor();
		}

	}

	static class EarlyPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class LockedEarlyPostProcessor extends EarlyPostProcessor {

		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	static class LockedThread extends Thread {

		@Override
		@DistributedLock
		public void run() {
			Probe.look();
		}

	}

	/**
	 * Known by its name alone, as that of a library is.
	 */
	@Retention(RetentionPolicy.RUNTIME)
	@interface KafkaHandler {

	}

	static class HandlerCircle {

		@Autowired
		private HandlerCircleUser user;

		@KafkaHandler
		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	static class HandlerCircleUser {

		@Autowired
		private HandlerCircle circle;

	}

	static class Registrar implements BeanRegistrar {

		@Override
		public void register(BeanRegistry registry, Environment environment) {
			registry.registerBean(Worker.class, (spec) -> spec.prototype().supplier((context) -> new Worker()));
		}

	}

	@Import(Registrar.class)
	static class Registering {

		private final ObjectProvider<Worker> registered;

		Registering(ObjectProvider<Worker> registered) {
			this.registered = registered;
		}

	}

}
