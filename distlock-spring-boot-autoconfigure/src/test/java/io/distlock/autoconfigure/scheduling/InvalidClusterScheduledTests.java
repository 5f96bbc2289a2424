// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LeaderOnly;
import io.distlock.annotation.OnBusy;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ClusterJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is refused when the application starts.
 */
class InvalidClusterScheduledTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class,
						TaskSchedulingAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	static Stream<Arguments> invalid() {
		return Stream.of(Arguments.of(TwoPlaces.class, "cron", "* * * * * *", "the method has @Scheduled, too"),
				Arguments.of(ZoneInBoth.class, "zone", "UTC", "the method has @Scheduled, too"),
				Arguments.of(NoTrigger.class, "", "", "nothing says when it runs"),
				Arguments.of(EmptyTrigger.class, "", "", "nothing says when it runs"),
				Arguments.of(OneTime.class, "", "", "nothing says when it runs"),
				Arguments.of(TwoTriggers.class, "fixedRate", "1s", "'cron' is set, too"),
				Arguments.of(TwoOfSprings.class, "fixedDelayString", "1s", "'fixedRate' is set, too"),
				Arguments.of(Repeated.class, "", "", "@Scheduled stands on it 2 times"),
				Arguments.of(BadCron.class, "cron", "0 0 25 * * *", "is not a cron expression"),
				Arguments.of(BadPlaceholderCron.class, "cron", "${my.cron:nonsense}",
						"is 'nonsense', not a cron expression"),
				Arguments.of(NeverFires.class, "cron", "0 0 0 31 2 *", "it never fires"),
				Arguments.of(NeverFiresByProperty.class, "cron", "${my.cron:0 0 0 30 2 *}",
						"is '0 0 0 30 2 *', which never fires"),
				Arguments.of(SpringsNeverFires.class, "cron", "0 0 0 31 4,6,9,11 *", "it never fires"),
				Arguments.of(LateWeekday.class, "cron", "0 0 6 15W,31W * *", "it would not run in a month"),
				Arguments.of(ChangingName.class, "name", "job-#{@changing.getAndIncrement()}",
						"it is 'job-0' and then 'job-1'"),
				Arguments.of(ChangingCron.class, "cron", "0 #{@changing.getAndIncrement()} 3 * * *",
						"it is '0 0 3 * * *' and then '0 1 3 * * *'"),
				Arguments.of(ChangingRate.class, "fixedRate", "1#{@changing.getAndIncrement()}s",
						"it is '10s' and then '11s'"),
				Arguments.of(SpringsChangingDelay.class, "fixedDelayString", "1#{@changing.getAndIncrement()}000",
						"it is '10000' and then '11000'"),
				Arguments.of(BadExpression.class, "fixedRate", "#{nothing.rate}", "its expression has no value"),
				Arguments.of(SpringsBadExpression.class, "cron", "#{nothing.cron}", "its expression has no value"),
				Arguments.of(NoDurationByExpression.class, "leaseTime", "#{'soon'}", "is 'soon', not a duration"),
				Arguments.of(BadZone.class, "zone", "Europe/Atlantis", "is not a time zone"),
				Arguments.of(ZoneOfRate.class, "zone", "UTC", "it belongs to a cron expression"),
				Arguments.of(DelayOfCron.class, "initialDelay", "1s", "a cron expression has no initial delay"),
				Arguments.of(NegativeRate.class, "fixedRate", "-1s", "must not be negative"),
				Arguments.of(ZeroDelay.class, "fixedDelay", "0", "must not be zero"),
				Arguments.of(ShortRate.class, "fixedRate", "1ms", "must be at least 10 ms"),
				Arguments.of(UnparsableDelay.class, "initialDelay", "soon", "is not a duration"),
				Arguments.of(ZeroLease.class, "leaseTime", "0", "must not be zero"),
				Arguments.of(ShortLease.class, "leaseTime", "99ms", "must be at least 100 ms"),
				Arguments.of(ShortMisfireThreshold.class, "misfireThreshold", "${my.late:999ms}",
						"must be at least 1000 ms"),
				Arguments.of(MisfireThresholdWithoutUnit.class, "misfireThreshold", "5", "has no unit"),
				Arguments.of(NoMaxRunTime.class, "maxRunTime", "0s", "must not be zero"),
				Arguments.of(ShortMaxRunTime.class, "maxRunTime", "99ms", "must be at least 100 ms"),
				Arguments.of(NegativeMaxRunTime.class, "maxRunTime", "-1h", "must not be negative"),
				Arguments.of(UnparsableMaxRunTime.class, "maxRunTime", "a while", "is not a duration"),
				Arguments.of(EndlessMaxRunTime.class, "maxRunTime", "PT2562047788015215H", "longer than 292 years"),
				Arguments.of(MisfireThresholdNothing.class, "misfireThreshold", "0", "must not be zero"),
				Arguments.of(NoAttempts.class, "maxAttempts", "0", "must be at least 1"),
				Arguments.of(RetryAtOnce.class, "retryDelay", "1ms", "must be at least 100 ms"),
				Arguments.of(RetryWithoutUnit.class, "retryDelay", "${my.delay:10}", "has no unit"),
				Arguments.of(RetryWithoutAttempts.class, "retryDelay", "10s", "maxAttempts is 1"),
				Arguments.of(BoundWithoutAttempts.class, "maxRetryDelay", "10s", "maxAttempts is 1"),
				Arguments.of(RetryBound.class, "maxRetryDelay", "5s", "is shorter than the first delay, 10s"),
				Arguments.of(ShrinkingDelays.class, "retryMultiplier", "0.5", "must be between 1 and 1000"),
				Arguments.of(NoMultiplier.class, "retryMultiplier", "NaN", "must be between 1 and 1000"),
				Arguments.of(Unresolved.class, "name", "${my.missing}", "a placeholder cannot be resolved"),
				Arguments.of(BlankName.class, "name", " ", "must not be blank"),
				Arguments.of(UnknownProvider.class, "provider", "nowhere",
						"there is no LockProvider bean of this name"),
				Arguments.of(WithParameter.class, "", "", "it has parameters"),
				Arguments.of(ReturnsFuture.class, "", "", "it returns a CompletableFuture"),
				Arguments.of(Asynchronous.class, "", "", "it is @Async"),
				Arguments.of(MakesBean.class, "", "", "it makes a bean"),
				Arguments.of(AsynchronousByAnnotationOfItsOwn.class, "", "", "it is asynchronous"),
				Arguments.of(MakesBeanInFullConfiguration.class, "", "", "it makes a bean"),
				Arguments.of(ReturnsCallable.class, "", "", "it returns a Callable"),
				Arguments.of(ReturnsStream.class, "", "", "it returns a Stream"),
				Arguments.of(ReturnsFutures.class, "", "", "it returns a CompletableFuture"),
				Arguments.of(SkippedWhereBusy.class, "", "", "onBusy = SKIP"),
				Arguments.of(SkippedByItsClass.class, "", "", "onBusy = SKIP"),
				Arguments.of(SkippedWhereNotLeading.class, "", "", "onBusy = SKIP"),
				Arguments.of(Prototype.class, "", "", "is not a singleton"),
				Arguments.of(TwoJobs.class, "", "", "it has 2 of them"),
				Arguments.of(Ignored.class, "maxAttempts", "3", "it overrides nothing in @ClusterScheduled"),
				Arguments.of(SameName.class, "name", "same", "has the same name"));
	}

	@ParameterizedTest
	@MethodSource("invalid")
	void startFailsAndNamesMethodAttributeAndValue(Class<?> type, String attribute, String value, String reason) {
		this.runner.withUserConfiguration(type).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(invalid(context.getStartupFailure()))
				.isInstanceOfSatisfying(InvalidLockAnnotationException.class, (failure) -> {
					assertThat(failure.getAttribute()).isEqualTo(attribute);
					assertThat(failure.getValue()).isEqualTo(value);
					assertThat(failure.getReason()).contains(reason);
					assertThat(failure.getRemedy()).endsWith(".");
					assertThat(failure.getMethod().getDeclaringClass()).isEqualTo(type);
				});
		});
	}

	private static Throwable invalid(Throwable failure) {
		Throwable cause = failure;
		while (cause.getCause() != null && !(cause instanceof InvalidLockAnnotationException)) {
			cause = cause.getCause();
		}
		return cause;
	}

	@Test
	void providerWithoutLedgerIsRefused() {
		this.runner.withUserConfiguration(Valid.class)
			.withBean("plain", LockProvider.class, PlainProvider::new)
			.run((context) -> assertThat(context.getStartupFailure())
				.isInstanceOfSatisfying(InvalidLockAnnotationException.class, (failure) -> {
					assertThat(failure.getAttribute()).isEqualTo("provider");
					assertThat(failure.getRemedy()).contains("JobLedger");
				}));
	}

	@Test
	void jobOnSomebodyElsesSchedulingIsRefused() {
		this.runner.withUserConfiguration(BesideScheduled.class)
			.withInitializer((context) -> ((GenericApplicationContext) context).registerBean(
					"org.springframework.scheduling.config.internalScheduledAnnotationProcessor", OtherProcessor.class,
					(definition) -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE)))
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("was replaced"));
	}

	@ParameterizedTest
	@ValueSource(classes = { AsynchronousHeir.class, SkippedHeir.class })
	void whatTheClassOfTheBeanSaysCountsForInheritedJobs(Class<?> type) {
		this.runner.withUserConfiguration(type)
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("Inherited.run()"));
	}

	@Test
	void jobBesideAnotherSchedulerOfSpringsIsRefused() {
		this.runner.withUserConfiguration(BesideScheduled.class)
			.withBean("other", ScheduledAnnotationBeanPostProcessor.class)
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("'other'")
				.hasMessageContaining("run it on every node"));
	}

	@Test
	void jobOfAChildThatHasNoJobsIsRefused() {
		this.runner.run((parent) -> new ApplicationContextRunner().withParent(parent)
			.withUserConfiguration(SchedulingChild.class, BesideScheduled.class)
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("BesideScheduled.run")
				.hasMessageContaining("is in a child context, which has no jobs")));
	}

	@Test
	void jobOfAReadyMadeObjectIsRefused() {
		this.runner.withInitializer((context) -> context.getBeanFactory().registerSingleton("readyMade", new Valid()))
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("bean 'readyMade' was created before bean post-processors, or registered"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void jobThatABeanPostProcessorHasHiddenIsRefused(boolean beforeInitialization) {
		this.runner.withBean("job", RunnableJob.class)
			.withBean(Hiding.class, () -> new Hiding(beforeInitialization))
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("RunnableJob.run")
				.hasMessageContaining("in the place of bean 'job'"));
	}

	@Test
	void jobOfAnObjectThatABeanHoldsIsRefused() {
		this.runner.withBean("jobs", List.class, () -> List.of(new Valid()))
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("an object in bean 'jobs' is no bean itself, so its jobs would never run")
				.hasMessageContaining("Make the object a bean, and put that into 'jobs'."));
	}

	@Test
	void jobOfABeanThatAnotherOneHoldsRuns() {
		this.runner.withUserConfiguration(ListOfJobs.class)
			.run((context) -> assertThat(context.getBean(ClusterJobs.class).providers()).containsOnlyKeys("valid"));
	}

	@ParameterizedTest
	@ValueSource(classes = { EarlyJob.class, EarlyJobOfAFactory.class })
	void jobOfABeanThatABeanPostProcessorNeedsIsRefused(Class<?> type) {
		this.runner.withUserConfiguration(type)
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("bean 'job' was created before bean post-processors"));
	}

	@Test
	void jobOfATaskSchedulerIsNotForgotten() {
		this.runner.withUserConfiguration(SchedulerWithJob.class)
			.run((context) -> assertThat(context.getBean(ClusterJobs.class).providers())
				.containsOnlyKeys("of-a-scheduler"));
	}

	@Test
	void secondBeanOfAJobsClassIsRefusedWithARemedy() {
		this.runner.withBean("one", RunnableJob.class)
			.withBean("two", RunnableJob.class)
			.run((context) -> assertThat(invalid(context.getStartupFailure()))
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("of bean 'one' has the same name")
				.hasMessageContaining("override the method in a subclass for each"));
	}

	@Test
	void subclassesThatOverrideAJobHaveOneEach() {
		this.runner.withBean("one", RunnableJob.class)
			.withBean("two", RenamedJob.class)
			.run((context) -> assertThat(context.getBean(ClusterJobs.class).providers()).containsOnlyKeys("hidden",
					"renamed"));
	}

	@Test
	void initialDelayMayChange() {
		this.runner.withUserConfiguration(ChangingInitialDelay.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void validJobStarts() {
		this.runner.withUserConfiguration(Valid.class).run((context) -> assertThat(context).hasNotFailed());
	}

	static class OtherProcessor extends ScheduledAnnotationBeanPostProcessor {

	}

	static class Valid {

		@ClusterScheduled(name = "${my.job:valid}", fixedRate = "${my.rate:1h}", initialDelay = "1h", maxAttempts = 2,
				retryDelay = "${my.retry:2h}", retryMultiplier = 1, misfireThreshold = "1d", leaseTime = "5s")
		void run() {
		}

	}

	static class RunnableJob implements Runnable {

		@Override
		@ClusterScheduled(name = "hidden", fixedRate = "1h")
		public void run() {
		}

	}

	static class RenamedJob extends RunnableJob {

		@Override
		@ClusterScheduled(name = "renamed", fixedRate = "1h")
		public void run() {
		}

	}

	/**
	 * Puts another object in the place of a bean, which does not show its class.
	 *
	 * @param before whether before the bean is initialized
	 */
	record Hiding(boolean before) implements BeanPostProcessor, Ordered {

		@Override
		public int getOrder() {
			return 0;
		}

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			return this.before ? hidden(bean, beanName) : bean;
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return this.before ? bean : hidden(bean, beanName);
		}

		private static Object hidden(Object bean, String beanName) {
			return beanName.equals("job") ? (Runnable) ((Runnable) bean)::run : bean;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ListOfJobs {

		@Bean
		Valid job() {
			return new Valid();
		}

		@Bean
		List<Valid> jobs(Valid job) {
			return List.of(job);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyJob {

		@Bean
		static Valid job() {
			return new Valid();
		}

		@Bean
		static EarlyPostProcessor early(Valid job) {
			return new EarlyPostProcessor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyJobOfAFactory {

		@Bean
		static FactoryBean<Valid> job() {
			return new FactoryBean<>() {

				@Override
				public Valid getObject() {
					return new Valid();
				}

				@Override
				public Class<?> getObjectType() {
					return Valid.class;
				}

			};
		}

		@Bean
		static EarlyPostProcessor early(Valid job) {
			return new EarlyPostProcessor();
		}

	}

	static class EarlyPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class SchedulerWithJob extends ThreadPoolTaskScheduler {

		@ClusterScheduled(name = "of-a-scheduler", fixedRate = "1h", initialDelay = "1h")
		void run() {
		}

	}

	static class BesideScheduled {

		@Scheduled(cron = "0 0 6 * * *")
		@ClusterScheduled("beside")
		void run() {
		}

	}

	static class TwoPlaces {

		@Scheduled(cron = "* * * * * *")
		@ClusterScheduled(cron = "* * * * * *")
		void run() {
		}

	}

	static class ZoneInBoth {

		@Scheduled(cron = "* * * * * *")
		@ClusterScheduled(zone = "UTC")
		void run() {
		}

	}

	static class NoTrigger {

		@ClusterScheduled
		void run() {
		}

	}

	static class EmptyTrigger {

		@ClusterScheduled(cron = "${my.cron:}")
		void run() {
		}

	}

	static class OneTime {

		@Scheduled(initialDelay = 1000)
		@ClusterScheduled
		void run() {
		}

	}

	static class TwoTriggers {

		@ClusterScheduled(cron = "* * * * * *", fixedRate = "1s")
		void run() {
		}

	}

	static class TwoOfSprings {

		@Scheduled(fixedRate = 1000, fixedDelayString = "1s")
		@ClusterScheduled
		void run() {
		}

	}

	static class Repeated {

		@Scheduled(fixedRate = 1000)
		@Scheduled(fixedRate = 2000)
		@ClusterScheduled
		void run() {
		}

	}

	static class BadCron {

		@ClusterScheduled(cron = "0 0 25 * * *")
		void run() {
		}

	}

	static class BadPlaceholderCron {

		@ClusterScheduled(cron = "${my.cron:nonsense}")
		void run() {
		}

	}

	static class NeverFires {

		@ClusterScheduled(cron = "0 0 0 31 2 *")
		void run() {
		}

	}

	static class LateWeekday {

		@ClusterScheduled(cron = "0 0 6 15W,31W * *")
		void run() {
		}

	}

	@Import(ChangingNumber.class)
	static class ChangingName {

		@ClusterScheduled(name = "job-#{@changing.getAndIncrement()}", fixedRate = "1h")
		void run() {
		}

	}

	@Import(ChangingNumber.class)
	static class ChangingCron {

		@ClusterScheduled(cron = "0 #{@changing.getAndIncrement()} 3 * * *")
		void run() {
		}

	}

	@Import(ChangingNumber.class)
	static class ChangingRate {

		@ClusterScheduled(fixedRate = "1#{@changing.getAndIncrement()}s")
		void run() {
		}

	}

	@Import(ChangingNumber.class)
	static class SpringsChangingDelay {

		@Scheduled(fixedDelayString = "1#{@changing.getAndIncrement()}000")
		@ClusterScheduled
		void run() {
		}

	}

	@Import(ChangingNumber.class)
	static class ChangingInitialDelay {

		@ClusterScheduled(fixedRate = "1h", initialDelay = "1#{@changing.getAndIncrement()}m")
		void run() {
		}

	}

	/**
	 * Another number each time, as a random one is.
	 */
	@Configuration(proxyBeanMethods = false)
	static class ChangingNumber {

		@Bean
		AtomicInteger changing() {
			return new AtomicInteger();
		}

	}

	static class NeverFiresByProperty {

		@ClusterScheduled(cron = "${my.cron:0 0 0 30 2 *}")
		void run() {
		}

	}

	static class SpringsNeverFires {

		@Scheduled(cron = "0 0 0 31 4,6,9,11 *")
		@ClusterScheduled
		void run() {
		}

	}

	static class BadExpression {

		@ClusterScheduled(fixedRate = "#{nothing.rate}")
		void run() {
		}

	}

	static class SpringsBadExpression {

		@Scheduled(cron = "#{nothing.cron}")
		@ClusterScheduled
		void run() {
		}

	}

	static class NoDurationByExpression {

		@ClusterScheduled(fixedRate = "1s", leaseTime = "#{'soon'}")
		void run() {
		}

	}

	static class BadZone {

		@ClusterScheduled(cron = "* * * * * *", zone = "Europe/Atlantis")
		void run() {
		}

	}

	static class ZoneOfRate {

		@ClusterScheduled(fixedRate = "1s", zone = "UTC")
		void run() {
		}

	}

	static class DelayOfCron {

		@ClusterScheduled(cron = "* * * * * *", initialDelay = "1s")
		void run() {
		}

	}

	static class NegativeRate {

		@ClusterScheduled(fixedRate = "-1s")
		void run() {
		}

	}

	static class ZeroDelay {

		@ClusterScheduled(fixedDelay = "0")
		void run() {
		}

	}

	static class ShortRate {

		@ClusterScheduled(fixedRate = "1ms")
		void run() {
		}

	}

	static class UnparsableDelay {

		@ClusterScheduled(fixedRate = "1s", initialDelay = "soon")
		void run() {
		}

	}

	static class ZeroLease {

		@ClusterScheduled(fixedRate = "1s", leaseTime = "0")
		void run() {
		}

	}

	static class ShortLease {

		@ClusterScheduled(fixedRate = "1s", leaseTime = "99ms")
		void run() {
		}

	}

	static class ShortMisfireThreshold {

		@ClusterScheduled(fixedRate = "1s", misfireThreshold = "${my.late:999ms}")
		void run() {
		}

	}

	static class MisfireThresholdWithoutUnit {

		@ClusterScheduled(fixedRate = "1s", misfireThreshold = "5")
		void run() {
		}

	}

	static class NoMaxRunTime {

		@ClusterScheduled(fixedRate = "1s", maxRunTime = "0s")
		void run() {
		}

	}

	static class ShortMaxRunTime {

		@ClusterScheduled(fixedRate = "1s", maxRunTime = "99ms")
		void run() {
		}

	}

	static class NegativeMaxRunTime {

		@ClusterScheduled(fixedRate = "1s", maxRunTime = "-1h")
		void run() {
		}

	}

	static class UnparsableMaxRunTime {

		@ClusterScheduled(fixedRate = "1s", maxRunTime = "a while")
		void run() {
		}

	}

	static class EndlessMaxRunTime {

		@ClusterScheduled(fixedRate = "1s", maxRunTime = "PT2562047788015215H")
		void run() {
		}

	}

	static class MisfireThresholdNothing {

		@ClusterScheduled(fixedRate = "1s", misfireThreshold = "0")
		void run() {
		}

	}

	static class NoAttempts {

		@ClusterScheduled(fixedRate = "1s", maxAttempts = 0)
		void run() {
		}

	}

	static class RetryAtOnce {

		@ClusterScheduled(fixedRate = "1m", maxAttempts = 2, retryDelay = "1ms")
		void run() {
		}

	}

	static class RetryWithoutUnit {

		@ClusterScheduled(fixedRate = "1m", maxAttempts = 2, retryDelay = "${my.delay:10}")
		void run() {
		}

	}

	static class RetryWithoutAttempts {

		@ClusterScheduled(fixedRate = "1m", retryDelay = "10s")
		void run() {
		}

	}

	static class BoundWithoutAttempts {

		@ClusterScheduled(fixedRate = "1m", maxRetryDelay = "10s")
		void run() {
		}

	}

	static class RetryBound {

		@ClusterScheduled(fixedRate = "1m", maxAttempts = 2, maxRetryDelay = "5s")
		void run() {
		}

	}

	static class ShrinkingDelays {

		@ClusterScheduled(fixedRate = "1m", maxAttempts = 2, retryMultiplier = 0.5)
		void run() {
		}

	}

	static class NoMultiplier {

		@ClusterScheduled(fixedRate = "1m", maxAttempts = 2, retryMultiplier = Double.NaN)
		void run() {
		}

	}

	static class Unresolved {

		@ClusterScheduled(name = "${my.missing}", fixedRate = "1s")
		void run() {
		}

	}

	static class BlankName {

		@ClusterScheduled(name = " ", fixedRate = "1s")
		void run() {
		}

	}

	static class UnknownProvider {

		@ClusterScheduled(fixedRate = "1s", provider = "nowhere")
		void run() {
		}

	}

	static class WithParameter {

		@ClusterScheduled(fixedRate = "1s")
		void run(String what) {
		}

	}

	static class ReturnsFuture {

		@ClusterScheduled(fixedRate = "1s")
		CompletableFuture<String> run() {
			return new CompletableFuture<>();
		}

	}

	static class Asynchronous {

		@Async
		@ClusterScheduled(fixedRate = "1s")
		void run() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@interface Later {

	}

	@EnableAsync(annotation = Later.class)
	static class AsynchronousByAnnotationOfItsOwn {

		@Later
		@ClusterScheduled(fixedRate = "1s")
		void run() {
		}

	}

	static class Inherited implements Runnable {

		@Override
		@ClusterScheduled(fixedRate = "1s")
		public void run() {
		}

	}

	@Async
	static class AsynchronousHeir extends Inherited {

	}

	@LeaderOnly("role")
	static class SkippedHeir extends Inherited {

	}

	@EnableScheduling
	static class SchedulingChild {

	}

	static class ReturnsCallable {

		@ClusterScheduled(fixedRate = "1s")
		Callable<String> run() {
			return () -> "done";
		}

	}

	static class ReturnsStream {

		@ClusterScheduled(fixedRate = "1s")
		Stream<String> run() {
			return Stream.of("done");
		}

	}

	static class ReturnsFutures {

		@ClusterScheduled(fixedRate = "1s")
		List<CompletableFuture<String>> run() {
			return List.of(new CompletableFuture<>());
		}

	}

	static class SkippedWhereBusy {

		@ClusterScheduled(fixedRate = "1s")
		@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		void run() {
		}

	}

	@DistributedLock(name = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
	static class SkippedByItsClass implements Runnable {

		@Override
		@ClusterScheduled(fixedRate = "1s")
		public void run() {
		}

	}

	static class SkippedWhereNotLeading {

		@ClusterScheduled(fixedRate = "1s")
		@LeaderOnly("role")
		void run() {
		}

	}

	static class MakesBean {

		@Bean
		@ClusterScheduled(fixedRate = "1s")
		Runnable nightly() {
			return () -> {
			};
		}

	}

	@Configuration
	static class MakesBeanInFullConfiguration {

		@Bean
		@ClusterScheduled(fixedRate = "1s")
		Runnable nightly() {
			return () -> {
			};
		}

	}

	static class Prototype {

		@Bean
		@Scope("prototype")
		Prototype another() {
			return new Prototype();
		}

		@ClusterScheduled(fixedRate = "1s")
		void run() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@ClusterScheduled(name = "nightly", cron = "@daily")
	@interface Nightly {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@ClusterScheduled(name = "tried", cron = "@daily")
	@interface Tried {

		int maxAttempts() default 3;

	}

	static class Ignored {

		@Tried
		void run() {
		}

	}

	static class TwoJobs {

		@Nightly
		@ClusterScheduled(name = "hourly", cron = "@hourly")
		void run() {
		}

	}

	static class SameName {

		@ClusterScheduled(name = "same", fixedRate = "1s")
		void run() {
		}

		@ClusterScheduled(name = "same", fixedRate = "2s")
		void other() {
		}

	}

	/**
	 * Keeps locks only.
	 */
	static class PlainProvider implements LockProvider {

		private final LocalLockProvider provider = new LocalLockProvider();

		@Override
		public String name() {
			return "plain";
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			return this.provider.contend(claim, wakeUp);
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			this.provider.renew(leases, outcomes);
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			return this.provider.yieldOrRenew(lease, lastToken, claim);
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			return this.provider.release(key, owner, lastToken);
		}

	}

}
