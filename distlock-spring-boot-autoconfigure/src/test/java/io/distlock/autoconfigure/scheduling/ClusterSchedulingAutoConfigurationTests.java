// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.DistlockDisabledAutoConfiguration;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.ScheduledTaskHolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

@Tag("timing")
class ClusterSchedulingAutoConfigurationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
				DistlockDisabledAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class,
				TaskSchedulingAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local", "spring.main.allow-circular-references=true");

	@Test
	void jobBesideScheduledRunsThroughTheCluster() {
		this.runner.withUserConfiguration(WithSpringsScheduling.class).run((context) -> {
			ClusterJobContext run = context.getBean(WithSpringsScheduling.class).runs.poll(30, TimeUnit.SECONDS);
			assertThat(run).isNotNull();
			assertThat(run.jobName()).isEqualTo("beside");
			assertThat(run.attempt()).isEqualTo(1);
			assertThat(run.isOnDemand()).isFalse();
			assertThat(run.lock().key()).isEqualTo("cluster-job:beside");
			assertThatExceptionOfType(IllegalLockKeyException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(run.lock().key()));
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(context.getBean(ClusterJobs.class).history("beside")).isNotEmpty()
					.last()
					.satisfies((record) -> assertThat(record.outcome()).isEqualTo(Outcome.SUCCEEDED))
					.satisfies((record) -> assertThat(record.onDemand()).isFalse())
					.satisfies((record) -> assertThat(record.fireTime()).isEqualTo(run.fireTime()))
					.satisfies((record) -> assertThat(record.fencingToken()).isEqualTo(run.fencingToken())));
		});
	}

	@Test
	void springSchedulesOnlyWhatIsNoJob() {
		this.runner.withUserConfiguration(WithSpringsScheduling.class).run((context) -> {
			assertThat(context.getBean(WithSpringsScheduling.class).runs.poll(30, TimeUnit.SECONDS)).isNotNull();
			ScheduledTaskHolder springs = context.getBean(
					"org.springframework.scheduling.config.internalScheduledAnnotationProcessor",
					ScheduledTaskHolder.class);
			assertThat(springs.getScheduledTasks()).singleElement()
				.satisfies((task) -> assertThat(task.toString()).endsWith("plain"));
			assertThat(context.getBean(WithSpringsScheduling.class).plain.await(30, TimeUnit.SECONDS)).isTrue();
		});
	}

	@Test
	void jobAloneRunsWithoutEnableScheduling() {
		this.runner.withUserConfiguration(Alone.class).run((context) -> {
			assertThat(context).doesNotHaveBean(TaskScheduler.class);
			assertThat(context.getBean(Alone.class).runs.poll(30, TimeUnit.SECONDS)).startsWith("scheduling-");
		});
	}

	@Test
	void jobBesideScheduledRunsWithoutEnableScheduling() {
		this.runner.withUserConfiguration(Beside.class)
			.run((context) -> assertThat(context.getBean(Beside.class).runs.poll(30, TimeUnit.SECONDS))
				.startsWith("scheduling-"));
	}

	@Test
	void jobRunsOnVirtualOrNewThreads() {
		this.runner.withUserConfiguration(Alone.class)
			.withBean(SimpleAsyncTaskScheduler.class, SimpleAsyncTaskScheduler::new)
			.run((context) -> {
				BlockingQueue<String> runs = context.getBean(Alone.class).runs;
				assertThat(runs.poll(30, TimeUnit.SECONDS)).startsWith("SimpleAsyncTaskScheduler-");
				assertThat(runs.poll(30, TimeUnit.SECONDS)).startsWith("SimpleAsyncTaskScheduler-");
			});
	}

	@Test
	void jobUsesTheSchedulerThatScheduledNames() {
		this.runner.withUserConfiguration(Named.class)
			.run((context) -> assertThat(context.getBean(Named.class).runs.poll(30, TimeUnit.SECONDS))
				.startsWith("second-"));
	}

	@Test
	void applicationWithoutJobsHasNoThread() {
		Set<Thread> before = schedulingThreads();
		this.runner.run((context) -> {
			assertThat(context).hasSingleBean(ClusterJobs.class);
			assertThat(context.getBean(ClusterJobs.class).jobs()).isEmpty();
			assertThat(before).containsAll(schedulingThreads());
		});
	}

	private static Set<Thread> schedulingThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("scheduling-") || thread.getName().startsWith("distlock"))
			.collect(Collectors.toSet());
	}

	@Test
	void threadsEndWithTheContext() {
		Set<Thread> before = schedulingThreads();
		this.runner.withUserConfiguration(Alone.class).run((context) -> {
			assertThat(context.getBean(Alone.class).runs.poll(30, TimeUnit.SECONDS)).isNotNull();
			Set<Thread> own = schedulingThreads();
			own.removeAll(before);
			assertThat(own).isNotEmpty();
			context.close();
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(schedulingThreads()).doesNotContainAnyElementsOf(own));
		});
	}

	@Test
	void disabledSchedulingRunsNothingByItselfAndEverythingOnDemand() {
		this.runner.withUserConfiguration(WithSpringsScheduling.class)
			.withPropertyValues("distlock.scheduling.enabled=false")
			.run((context) -> {
				WithSpringsScheduling bean = context.getBean(WithSpringsScheduling.class);
				assertThat(bean.plain.await(30, TimeUnit.SECONDS)).isTrue();
				assertThat(bean.plainAgain.await(30, TimeUnit.SECONDS)).isTrue();
				assertThat(bean.runs).isEmpty();
				assertThat(context.getBean(ClusterJobs.class).runNow("beside").outcome()).isEqualTo(Outcome.SUCCEEDED);
				assertThat(bean.runs).hasSize(1);
			});
	}

	@Test
	void disabledDistlockRunsNoJobs() {
		this.runner.withUserConfiguration(WithSpringsScheduling.class)
			.withPropertyValues("distlock.enabled=false")
			.run((context) -> {
				WithSpringsScheduling bean = context.getBean(WithSpringsScheduling.class);
				assertThat(bean.plain.await(30, TimeUnit.SECONDS)).isTrue();
				assertThat(bean.plainAgain.await(30, TimeUnit.SECONDS)).isTrue();
				assertThat(bean.runs).isEmpty();
				assertThat(context).doesNotHaveBean(ClusterJobs.class);
			});
	}

	@Test
	void failureIsRecordedAndTheScheduleGoesOn() {
		this.runner.withUserConfiguration(Failing.class).run((context) -> {
			Failing bean = context.getBean(Failing.class);
			await().atMost(PATIENCE).until(() -> bean.calls.get() >= 3);
			assertThat(context.getBean(ClusterJobs.class).history("failing"))
				.filteredOn((run) -> run.outcome() == Outcome.FAILED)
				.isNotEmpty()
				.allSatisfy((run) -> assertThat(run.error()).isEqualTo("java.io.IOException: no mail server"));
			assertThat(bean.handled).isNotEmpty();
		});
	}

	@Test
	void runOnDemandIsRecordedAndKeepsItsOwnLock() {
		this.runner.withUserConfiguration(OnDemand.class).run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			OnDemand bean = context.getBean(OnDemand.class);
			JobRun first = jobs.runNow("on-demand");
			JobRun second = jobs.runNow("on-demand");
			assertThat(first.outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(first.onDemand()).isTrue();
			assertThat(bean.contexts).allSatisfy((run) -> assertThat(run.isOnDemand()).isTrue());
			assertThat(jobs.history("on-demand")).allSatisfy((run) -> assertThat(run.onDemand()).isTrue());
			assertThat(second.fireTime()).isAfter(first.fireTime());
			assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
			assertThat(bean.tokens).containsExactly(first.fencingToken(), second.fencingToken());
			assertThat(jobs.history("on-demand")).extracting(JobRun::fireTime)
				.containsExactly(second.fireTime(), first.fireTime());
			assertThat(LockContext.current()).isEmpty();
			assertThat(ClusterJobContext.current()).isEmpty();
		});
	}

	@Test
	void runOnDemandInsideOfItselfIsRefused() {
		this.runner.withUserConfiguration(OnDemand.class).run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			context.getBean(OnDemand.class).inside = () -> assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> jobs.runNow("on-demand"))
				.withMessageContaining("on this thread")
				.satisfies((busy) -> assertThat(busy.getName()).isEqualTo("on-demand"));
			assertThat(jobs.runNow("on-demand").outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(jobs.history("on-demand")).hasSize(1);
		});
	}

	@Test
	void runOnDemandWhileRunningNamesTheNode() throws Exception {
		this.runner.withUserConfiguration(OnDemand.class)
			.withPropertyValues("distlock.node-name=node-7")
			.run((context) -> {
				ClusterJobs jobs = context.getBean(ClusterJobs.class);
				CountDownLatch entered = new CountDownLatch(1);
				CountDownLatch leave = new CountDownLatch(1);
				context.getBean(OnDemand.class).inside = () -> {
					entered.countDown();
					leave.await();
				};
				Thread other = new Thread(() -> jobs.runNow("on-demand"));
				other.start();
				entered.await();
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> jobs.runNow("on-demand"))
					.withMessageContaining("on node 'node-7'");
				assertThat(jobs.jobs()).singleElement()
					.satisfies((job) -> assertThat(job.running().node()).isEqualTo("node-7"));
				leave.countDown();
				other.join();
			});
	}

	@Test
	void unknownJobIsAnError() {
		this.runner.withUserConfiguration(OnDemand.class)
			.run((context) -> assertThatIllegalArgumentException()
				.isThrownBy(() -> context.getBean(ClusterJobs.class).pause("nothing"))
				.withMessageContaining("on-demand"));
	}

	@Test
	void jobOfAProxyRunsThroughTheProxy() {
		for (String targetClass : List.of("true", "false")) {
			this.runner.withUserConfiguration(ProxiedConfiguration.class)
				.withPropertyValues("spring.aop.proxy-target-class=" + targetClass)
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Work.class)))
						.isEqualTo("false".equals(targetClass));
					context.getBean(ClusterJobs.class).runNow("proxied");
					assertThat(Proxied.locks).containsExactly("inner", "cluster-job:proxied");
				});
		}
	}

	@Test
	void pausedJobRunsOnDemandOnlyUntilItIsResumed() {
		this.runner.withUserConfiguration(Alone.class).run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			BlockingQueue<String> runs = context.getBean(Alone.class).runs;
			assertThat(runs.poll(30, TimeUnit.SECONDS)).isNotNull();
			jobs.pause("alone");
			await().atMost(PATIENCE).until(() -> jobs.jobs().get(0).running() == null);
			int count = jobs.history("alone").size();
			runs.clear();
			assertThat(runs.poll(500, TimeUnit.MILLISECONDS)).isNull();
			assertThat(jobs.jobs().get(0).paused()).isTrue();
			assertThat(jobs.history("alone")).hasSize(count);
			assertThat(jobs.runNow("alone").outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(jobs.jobs().get(0).paused()).isTrue();
			runs.clear();
			jobs.resume("alone");
			assertThat(runs.poll(30, TimeUnit.SECONDS)).isNotNull();
			assertThat(jobs.jobs().get(0).paused()).isFalse();
		});
	}

	@Test
	void disabledCronRunsOnDemandOnly() {
		this.runner.withUserConfiguration(Off.class).withPropertyValues("my.cron=-").run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			assertThat(jobs.jobs()).singleElement()
				.satisfies((job) -> assertThat(job.trigger()).isEqualTo("none"))
				.satisfies((job) -> assertThat(job.nextFireTime()).isNull());
			assertThat(jobs.runNow("off").outcome()).isEqualTo(Outcome.SUCCEEDED);
		});
	}

	@Test
	void triggerThatNoNodeBringsGoesWhenTheJobIsSwitchedOff() {
		ApplicationContextRunner nodes = onOneStore();
		nodes.withPropertyValues("my.cron=* * * * * *")
			.run((context) -> await().atMost(PATIENCE)
				.until(() -> !context.getBean(ClusterJobs.class).history("off").isEmpty()));
		nodes.withPropertyValues("my.cron=-").run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			assertThat(jobs.job("off").trigger()).startsWith("cron");
			int runs = jobs.history("off").size();
			await().atMost(PATIENCE).until(() -> jobs.job("off").trigger().equals("none"));
			assertThat(jobs.job("off").nextFireTime()).isNull();
			assertThat(jobs.job("off").overdueSince()).isNull();
			assertThat(jobs.history("off")).hasSize(runs);
		});
		nodes.withPropertyValues("my.cron=* * * * * *").run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			await().atMost(PATIENCE).until(() -> jobs.job("off").trigger().startsWith("cron"));
		});
	}

	@Test
	void nodeWhereTheJobIsSwitchedOffLeavesTheTriggerOfOthers() {
		ApplicationContextRunner nodes = onOneStore();
		nodes.withPropertyValues("my.cron=* * * * * *")
			.run((first) -> nodes.withPropertyValues("my.cron=-").run((second) -> {
				ClusterJobs jobs = second.getBean(ClusterJobs.class);
				int before = first.getBean(Off.class).runs.get();
				await().atMost(PATIENCE).until(() -> first.getBean(Off.class).runs.get() >= before + 8);
				assertThat(jobs.job("off").trigger()).startsWith("cron");
				assertThat(second.getBean(Off.class).runs).hasValue(0);
			}));
	}

	private ApplicationContextRunner onOneStore() {
		LockProvider store = new LocalLockProvider();
		return this.runner.withUserConfiguration(Off.class)
			.withBean("store", LockProvider.class, () -> store, (definition) -> definition.setDestroyMethodName(""))
			.withPropertyValues("distlock.scheduling.trigger-timeout=1s");
	}

	@Test
	void expressionsAndPlaceholdersAreResolvedInAllTexts() {
		this.runner.withUserConfiguration(ByExpression.class)
			.withPropertyValues("my.cron=#{@times.cron()}", "my.name=cron")
			.run((context) -> {
				ClusterJobs jobs = context.getBean(ClusterJobs.class);
				assertThat(jobs.jobs())
					.extracting(ClusterJob::name, (job) -> job.trigger().replaceFirst(" @.*", ""), ClusterJob::provider)
					.containsExactly(tuple("beside-cron", "cron 0 0 5 * * * Asia/Tokyo", ""),
							tuple("by-cron", "cron 0 0 6 * * * Europe/Berlin", ""),
							tuple("by-delay", "delay PT1M30S +PT0S", "distlockProvider"),
							tuple("by-rate", "rate PT2M +PT1H", ""));
			});
	}

	@Test
	void futureThatTheTypeDoesNotTellOfIsAwaited() {
		this.runner.withUserConfiguration(Undeclared.class).run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			Undeclared bean = context.getBean(Undeclared.class);
			bean.result = new CompletableFuture<>().completeOnTimeout("done", 1, TimeUnit.SECONDS)
				.thenRun(() -> bean.stillHeld = bean.held.isHeld());
			assertThat(jobs.runNow("undeclared").outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(bean.stillHeld).isTrue();
			bean.result = CompletableFuture.failedFuture(new IllegalStateException("no mail server"));
			assertThat(jobs.runNow("undeclared")).satisfies((run) -> {
				assertThat(run.outcome()).isEqualTo(Outcome.FAILED);
				assertThat(run.error()).isEqualTo("java.lang.IllegalStateException: no mail server");
			});
			bean.result = "done";
			assertThat(jobs.runNow("undeclared").outcome()).isEqualTo(Outcome.SUCCEEDED);
			bean.result = null;
			assertThat(jobs.runNow("undeclared").outcome()).isEqualTo(Outcome.SUCCEEDED);
		});
	}

	@Test
	void publisherThatTheTypeDoesNotTellOfFailsTheRun() {
		this.runner.withUserConfiguration(Undeclared.class).run((context) -> {
			for (Object publisher : List.of(Mono.just("done"), JdkFlowAdapter.publisherToFlowPublisher(Flux.just(1)))) {
				context.getBean(Undeclared.class).result = publisher;
				JobRun run = context.getBean(ClusterJobs.class).runNow("undeclared");
				assertThat(run.outcome()).isEqualTo(Outcome.FAILED);
				assertThat(run.error()).contains("Undeclared.run() returned a ", "which has not run yet",
						"Wait for the work to finish in the method");
			}
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class WithSpringsScheduling {

		final BlockingQueue<ClusterJobContext> runs = new LinkedBlockingQueue<>();

		final CountDownLatch plain = new CountDownLatch(1);

		final CountDownLatch plainAgain = new CountDownLatch(5);

		@Scheduled(fixedRate = 100)
		@ClusterScheduled("beside")
		void beside() {
			this.runs.add(ClusterJobContext.current().get());
		}

		@Scheduled(fixedRate = 100)
		void plain() {
			this.plain.countDown();
			this.plainAgain.countDown();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Alone {

		final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

		@ClusterScheduled(name = "alone", fixedRate = "100ms")
		void run() {
			this.runs.add(Thread.currentThread().getName());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Beside {

		final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

		@Scheduled(fixedRate = 100)
		@ClusterScheduled("beside-alone")
		void run() {
			this.runs.add(Thread.currentThread().getName());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Named {

		final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

		@Bean
		TaskScheduler taskScheduler() {
			return scheduler("first-");
		}

		@Bean
		TaskScheduler second() {
			return scheduler("second-");
		}

		private static TaskScheduler scheduler(String prefix) {
			ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
			scheduler.setThreadNamePrefix(prefix);
			return scheduler;
		}

		@Scheduled(fixedDelay = 100, scheduler = "${my.scheduler:second}")
		@ClusterScheduled("named")
		void run() {
			this.runs.add(Thread.currentThread().getName());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class ByExpression {

		@Bean
		static Times times() {
			return new Times("0 0 6 * * *", Duration.ofSeconds(90));
		}

		@ClusterScheduled(name = "by-${my.name}", cron = "${my.cron}", zone = "#{'Europe/' + 'Berlin'}",
				leaseTime = "#{3 + 4}s")
		void cron() {
		}

		@ClusterScheduled(name = "#{'by-' + 'delay'}", fixedDelay = "#{@times.delay()}", misfireThreshold = "#{1}h",
				maxRunTime = "#{2}h", provider = "#{'distlock' + 'Provider'}")
		void delay() {
		}

		@ClusterScheduled(name = "by-rate", fixedRate = "#{2}m", initialDelay = "#{1}h")
		void rate() {
		}

		@Scheduled(cron = "#{'0 0 5 * * *'}", zone = "#{'Asia/Tokyo'}")
		@ClusterScheduled("beside-cron")
		void beside() {
		}

	}

	record Times(String cron, Duration delay) {

	}

	@Configuration(proxyBeanMethods = false)
	static class Undeclared {

		volatile Object result;

		volatile HeldLock held;

		volatile boolean stillHeld;

		@ClusterScheduled(name = "undeclared", cron = "0 0 0 1 1 *")
		Object run() {
			this.held = ClusterJobContext.current().get().lock();
			return this.result;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Failing {

		final AtomicInteger calls = new AtomicInteger();

		final BlockingQueue<Throwable> handled = new LinkedBlockingQueue<>();

		@Bean
		ThreadPoolTaskScheduler taskScheduler() {
			ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
			scheduler.setErrorHandler((failure) -> {
				this.handled.add(failure);
				throw new IllegalStateException(failure);
			});
			return scheduler;
		}

		@ClusterScheduled(name = "failing", fixedRate = "50ms")
		void run() throws Exception {
			this.calls.incrementAndGet();
			throw new java.io.IOException("no mail server");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnDemand {

		final BlockingQueue<Long> tokens = new LinkedBlockingQueue<>();

		final BlockingQueue<ClusterJobContext> contexts = new LinkedBlockingQueue<>();

		volatile Step inside = () -> {
		};

		@ClusterScheduled(name = "on-demand", cron = "0 0 0 1 1 *")
		void run() throws Exception {
			this.contexts.add(ClusterJobContext.current().get());
			this.tokens.add(LockContext.current().get().fencingToken());
			this.inside.run();
		}

	}

	interface Step {

		void run() throws Exception;

	}

	interface Work {

		void run();

	}

	static class Proxied implements Work {

		static final BlockingQueue<String> locks = new LinkedBlockingQueue<>();

		@Override
		@DistributedLock("inner")
		@ClusterScheduled(name = "proxied", cron = "0 0 0 1 1 *")
		public void run() {
			locks.clear();
			LockContext.all().forEach((lock) -> locks.add(lock.key()));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ProxiedConfiguration {

		@Bean
		Proxied proxied() {
			return new Proxied();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Off {

		@Bean
		ScheduledThreadPoolExecutor unrelated() {
			return new ScheduledThreadPoolExecutor(1);
		}

		final AtomicInteger runs = new AtomicInteger();

		@ClusterScheduled(name = "off", cron = "${my.cron}")
		void run() {
			this.runs.incrementAndGet();
		}

	}

}
