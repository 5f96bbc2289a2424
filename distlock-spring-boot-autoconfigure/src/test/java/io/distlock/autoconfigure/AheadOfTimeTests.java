// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariConfig;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LeaderOnly;
import io.distlock.annotation.LockLifetime;
import io.distlock.annotation.OnBusy;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.autoconfigure.zookeeper.ZooKeeperLockAutoConfiguration;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that was processed ahead of time. The store is chosen when it runs.
 */
@CompileWithForkedClassLoader
@Tag("proof")
class AheadOfTimeTests {

	/**
	 * One test, for it takes seconds to load Spring again and to process an application.
	 */
	@Test
	void applicationThatIsProcessedAheadOfTimeLocksAndRunsItsJobs() {
		TestGenerationContext generation = new TestGenerationContext();
		ClassName initializer = process(generation);
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			Start start = (properties, test) -> run(
					compiled.getInstance(ApplicationContextInitializer.class, initializer.canonicalName()), properties,
					test);
			annotatedMethodsLockInTheDatabaseThatIsChosenAtRunTime(start);
			annotatedMethodsLockInTheProcessIfThatIsChosenAtRunTime(start);
			jobsRunThroughTheClusterAndNotBySpringAsWell(start);
			readersShareALockAndWritersDoNot(start);
			limitIsReadAtRunTime(start);
			leaderIsElectedAndItsMethodsRun(start);
			methodIsLockedForItsTransaction(start);
			scriptsAreKept(generation.getRuntimeHints());
		});
	}

	private static void annotatedMethodsLockInTheDatabaseThatIsChosenAtRunTime(Start start) {
		start.with(Map.of("distlock.provider", "jdbc", "spring.datasource.generate-unique-name", "true"), (context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(JdbcLockProvider.class);
			assertLocks(context);
		});
	}

	private static void annotatedMethodsLockInTheProcessIfThatIsChosenAtRunTime(Start start) {
		start.with(Map.of("distlock.provider", "local"), (context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(LocalLockProvider.class);
			assertLocks(context);
		});
	}

	private static void jobsRunThroughTheClusterAndNotBySpringAsWell(Start start) {
		start.with(Map.of("distlock.provider", "local"), (context) -> {
			assertThat(context.getBean(ClusterJobs.class).runNow("report").outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(context.getBean(Reports.class).run).isNotNull();
			assertThat(context.getBean(ScheduledAnnotationBeanPostProcessor.class).getScheduledTasks()).isEmpty();
		});
	}

	private static void readersShareALockAndWritersDoNot(Start start) {
		start.with(Map.of("distlock.provider", "jdbc", "spring.datasource.generate-unique-name", "true"), (context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			try (HeldLock reading = context.getBean(LockTemplate.class).acquire(LockRequest.of("prices").shared())) {
				assertThat(onOtherThread(catalogue::read)).isEqualTo("prices");
				assertThat(onOtherThread(catalogue::change)).isEqualTo("later");
				assertThat(reading.isHeld()).isTrue();
			}
			assertThat(catalogue.change()).isEqualTo("prices");
		});
	}

	private static void limitIsReadAtRunTime(Start start) {
		start.with(Map.of("distlock.provider", "local", "reports.permits", "1"), (context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			assertThat(catalogue.report(() -> onOtherThread(() -> catalogue.report(() -> "second"))))
				.isEqualTo("later");
		});
		start.with(Map.of("distlock.provider", "local", "reports.permits", "2"), (context) -> {
			Catalogue catalogue = context.getBean(Catalogue.class);
			assertThat(catalogue.report(() -> onOtherThread(() -> catalogue.report(() -> "second"))))
				.isEqualTo("second");
		});
	}

	private static void leaderIsElectedAndItsMethodsRun(Start start) {
		start.with(Map.of("distlock.provider", "local", "reports.permits", "1"), (context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).election("cache");
			Awaitility.await().until(election::isLeader);
			assertThat(context.getBean(Catalogue.class).warm()).isEqualTo("warm");
		});
	}

	private static void methodIsLockedForItsTransaction(Start start) {
		start.with(Map.of("distlock.provider", "local", "spring.datasource.generate-unique-name", "true"),
				(context) -> assertThat(context.getBean(Catalogue.class).lockedForItsTransaction()).isTrue());
	}

	private static void scriptsAreKept(RuntimeHints hints) {
		assertThat(RuntimeHintsPredicates.resource().forResource("io/distlock/redis/acquire.lua")).accepts(hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/distlock/redis/acquire-shared.lua"))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/distlock/jdbc/schema-h2.sql")).accepts(hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/distlock/jdbc/schema-drop-h2.sql")).accepts(hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/distlock/fencing/schema-fencing-h2.sql"))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(Connection.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(HikariConfig.class)
			.withMemberCategory(MemberCategory.ACCESS_DECLARED_FIELDS)).accepts(hints);
	}

	private static void assertLocks(GenericApplicationContext context) {
		Orders orders = context.getBean(Orders.class);
		assertThat(orders.pay(new Order(42))).isEqualTo("orders:42");
		try (HeldLock lock = context.getBean(LockTemplate.class).acquire("orders:42")) {
			assertThat(onOtherThread(() -> orders.pay(new Order(42)))).isEqualTo("later");
			assertThat(lock.isHeld()).isTrue();
		}
	}

	private static <T> T onOtherThread(Supplier<T> call) {
		return CompletableFuture.supplyAsync(call).join();
	}

	private static ClassName process(TestGenerationContext generation) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(Application.class);
			return new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		}
	}

	private static void run(ApplicationContextInitializer<GenericApplicationContext> initializer,
			Map<String, Object> properties, Consumer<GenericApplicationContext> test) {
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
			initializer.initialize(context);
			context.refresh();
			test.accept(context);
		}
	}

	/**
	 * Starts the application that was processed, as often as it is asked to.
	 */
	private interface Start {

		void with(Map<String, Object> properties, Consumer<GenericApplicationContext> test);

	}

	record Order(long id) {

	}

	static class Orders {

		@DistributedLock(name = "orders", key = "#order.id", waitTime = "0", fallbackMethod = "later")
		String pay(Order order) {
			return LockContext.current().map(HeldLock::key).orElse("unlocked");
		}

		private String later(Order order) {
			return "later";
		}

	}

	static class Catalogue {

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		String read() {
			return LockContext.current().map(HeldLock::key).orElse("unlocked");
		}

		@DistributedLock(name = "prices", waitTime = "0", fallbackMethod = "later")
		String change() {
			return LockContext.current().map(HeldLock::key).orElse("unlocked");
		}

		@ClusterConcurrencyLimit(name = "reports", permitsString = "${reports.permits:1}", waitTime = "0",
				fallbackMethod = "later")
		String report(Supplier<String> meanwhile) {
			return meanwhile.get();
		}

		private String later() {
			return "later";
		}

		private String later(Supplier<String> meanwhile) {
			return "later";
		}

		@LeaderOnly(value = "cache", onBusy = OnBusy.FAIL)
		String warm() {
			return "warm";
		}

		@Transactional(isolation = Isolation.READ_COMMITTED)
		@DistributedLock(name = "stock", lifetime = LockLifetime.TRANSACTION)
		boolean lockedForItsTransaction() {
			return TransactionSynchronizationManager.isActualTransactionActive();
		}

	}

	static class Reports {

		private ClusterJobContext run;

		@Scheduled(cron = "-")
		@ClusterScheduled("report")
		void report() {
			this.run = ClusterJobContext.current().orElse(null);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class,
			RedisLockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class,
			ClusterSchedulingAutoConfiguration.class, LeaderAutoConfiguration.class, FencingAutoConfiguration.class,
			DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
			TransactionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class })
	static class Application {

		@Bean
		Orders orders() {
			return new Orders();
		}

		@Bean
		Catalogue catalogue() {
			return new Catalogue();
		}

		@Bean
		Reports reports() {
			return new Reports();
		}

	}

}
