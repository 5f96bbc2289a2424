// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

import javax.sql.DataSource;

import io.distlock.LockContext;
import io.distlock.annotation.DistributedLock;
import io.distlock.contract.ForwardingProvider;
import io.distlock.internal.interceptor.LockedMethodAdvisor;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LockAdviceOrderTests {

	@Test
	void chainIsAsyncRetryLockCacheTransaction() throws Exception {
		try (AnnotationConfigApplicationContext context = context(Map.of(), Everything.class, Chained.class)) {
			Chained chained = context.getBean(Chained.class);
			assertThat(advices(chained)).containsExactly("AnnotationAsyncExecutionInterceptor",
					"RetryAnnotationInterceptor", "DistributedLockInterceptor", "CacheInterceptor",
					"TransactionInterceptor");
			assertThat(chained.run(1).get()).isEqualTo("attempt 3");
			assertThat(context.getBean(Store.class).asked).containsExactly("chain:1", "chain:1", "chain:1");
			assertThat(chained.calls()).hasSize(3)
				.allSatisfy((call) -> assertThat(call).startsWith("app-async- chain:1"));
			assertThat(chained.run(1).get()).isEqualTo("attempt 3");
			assertThat(context.getBean(Store.class).asked).hasSize(4);
			assertThat(chained.calls()).hasSize(3);
		}
	}

	@ParameterizedTest
	@CsvSource({ "true,true", "true,false", "false,true", "false,false" })
	void lockIsOutsideTheTransactionWhateverIsConfiguredFirst(boolean lockFirst, boolean proxyTargetClass) {
		for (Class<?> transactions : List.of(DefaultTransactions.class, EarlyTransactions.class,
				SameOrderTransactions.class)) {
			Map<String, Object> properties = Map.of("spring.aop.auto", "false", "spring.aop.proxy-target-class",
					proxyTargetClass);
			try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
				context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
				context.register(lockFirst ? Locks.class : transactions);
				context.register(lockFirst ? transactions : Locks.class);
				context.register(Writer.class);
				context.refresh();
				Write writer = context.getBean(Write.class);
				assertThat(Proxy.isProxyClass(writer.getClass())).isEqualTo(!proxyTargetClass);
				writer.write();
				assertThat(writer.freeAtCompletion()).isFalse();
				assertThat(context.getBean(Store.class).isFree()).isTrue();
			}
		}
	}

	@Test
	void lockWorksWithTheAopOfSpringBoot() {
		for (String auto : List.of("true", "false")) {
			try (AnnotationConfigApplicationContext context = context(Map.of("spring.aop.auto", auto), BootAop.class,
					Plain.class)) {
				context.getBean(Plain.class).run();
				assertThat(context.getBean(Store.class).asked).hasSize(1);
			}
		}
	}

	@Test
	void orderIsConfigurable() {
		try (AnnotationConfigApplicationContext context = context(Map.of("distlock.order", "5"), Plain.class)) {
			assertThat(context.getBeansOfType(LockedMethodAdvisor.class).values()).hasSize(2)
				.extracting(LockedMethodAdvisor::getOrder)
				.containsOnly(5);
		}
		try (AnnotationConfigApplicationContext context = context(Map.of(), Plain.class)) {
			assertThat(context.getBeansOfType(LockedMethodAdvisor.class).values())
				.extracting(LockedMethodAdvisor::getOrder)
				.containsOnly(Ordered.LOWEST_PRECEDENCE - 1);
		}
	}

	@Test
	void transactionsOutsideEverythingAreRefused() {
		assertThatExceptionOfType(BeanCreationException.class)
			.isThrownBy(() -> context(Map.of(), OutermostTransactions.class, Writer.class))
			.withStackTraceContaining("Ordered.HIGHEST_PRECEDENCE");
	}

	@Test
	void beansWithoutLocksAreNotProxied() {
		try (AnnotationConfigApplicationContext context = context(Map.of(), Plain.class, Unlocked.class)) {
			assertThat(AopUtils.isAopProxy(context.getBean(Unlocked.class))).isFalse();
			assertThat(AopUtils.isAopProxy(context.getBean(Plain.class))).isTrue();
			assertThat(context.getBean(DistributedLockOperationSource.class).methodCount()).isEqualTo(1);
		}
	}

	@Test
	void circularReferencesAreLockedAsWell() {
		try (AnnotationConfigApplicationContext context = context(Map.of(), Left.class, Right.class)) {
			context.getBean(Left.class).run();
			assertThat(context.getBean(Store.class).asked).containsExactly("left", "right");
		}
	}

	private static AnnotationConfigApplicationContext context(Map<String, Object> properties, Class<?>... classes) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
		context.register(Locks.class);
		context.register(classes);
		try {
			context.refresh();
		}
		catch (RuntimeException ex) {
			context.close();
			throw ex;
		}
		return context;
	}

	private static List<String> advices(Object proxy) {
		return Arrays.stream(((Advised) proxy).getAdvisors())
			.map(Advisor::getAdvice)
			.map((advice) -> advice.getClass().getSimpleName())
			.toList();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	@Import(Store.class)
	static class Locks {

	}

	static final class Store extends ForwardingProvider {

		private final LocalLockProvider real;

		final List<String> asked = new CopyOnWriteArrayList<>();

		Store() {
			this(new LocalLockProvider());
		}

		private Store(LocalLockProvider real) {
			super(real);
			this.real = real;
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			this.asked.add(claim.key().name());
			return super.contend(claim, wakeUp);
		}

		boolean isFree() {
			return this.real.heldLocks(1).isEmpty();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	@EnableResilientMethods
	@EnableCaching
	@EnableTransactionManagement
	static class Everything extends Database {

		@Bean
		Executor taskExecutor() {
			return new SimpleAsyncTaskExecutor("app-async-");
		}

		@Bean
		ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class Database {

		@Bean
		DataSource dataSource() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class DefaultTransactions extends Database {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = 100)
	static class EarlyTransactions extends Database {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = Ordered.LOWEST_PRECEDENCE - 1)
	static class SameOrderTransactions extends Database {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = Ordered.HIGHEST_PRECEDENCE)
	static class OutermostTransactions extends Database {

	}

	@Configuration(proxyBeanMethods = false)
	@Import(AopAutoConfiguration.class)
	static class BootAop {

	}

	static class Chained {

		private final List<String> calls = new CopyOnWriteArrayList<>();

		List<String> calls() {
			return this.calls;
		}

		@Async
		@Retryable(maxRetries = 5, delay = 1)
		@Transactional
		@Cacheable("chain")
		@DistributedLock(name = "chain", key = "#id")
		CompletableFuture<String> run(int id) {
			this.calls.add(Thread.currentThread().getName().replaceAll("\\d", "") + " "
					+ LockContext.current().orElseThrow().key()
					+ TransactionSynchronizationManager.isActualTransactionActive());
			if (this.calls.size() < 3) {
				throw new IllegalStateException("again");
			}
			return CompletableFuture.completedFuture("attempt " + this.calls.size());
		}

	}

	interface Write {

		void write();

		Boolean freeAtCompletion();

	}

	static class Writer implements Write {

		private final Store store;

		private volatile Boolean freeAtCompletion;

		Writer(Store store) {
			this.store = store;
		}

		@Override
		@Transactional
		@DistributedLock("writer")
		public void write() {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCompletion(int status) {
					Writer.this.freeAtCompletion = Writer.this.store.isFree();
				}

			});
		}

		@Override
		public Boolean freeAtCompletion() {
			return this.freeAtCompletion;
		}

	}

	static class Plain {

		@DistributedLock
		void run() {
		}

	}

	static class Unlocked {

		void run() {
		}

	}

	static class Left {

		@Autowired
		private Right right;

		@DistributedLock("left")
		void run() {
			this.right.run();
		}

	}

	static class Right {

		@Autowired
		private Left left;

		@DistributedLock("right")
		void run() {
			assertThat(AopUtils.isAopProxy(this.left)).isTrue();
		}

	}

}
