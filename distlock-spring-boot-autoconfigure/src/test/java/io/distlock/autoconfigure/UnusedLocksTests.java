// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.Locale;
import java.util.function.UnaryOperator;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockOperations;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.actuate.DistlockEndpointsAutoConfiguration;
import io.distlock.autoconfigure.actuate.DistlockHealthAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.internal.CheckedProperties;
import io.distlock.autoconfigure.internal.LockProviders;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.observation.LockMetricsAutoConfiguration;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.autoconfigure.zookeeper.ZooKeeperLockAutoConfiguration;
import io.distlock.internal.actuate.DistlockHealthIndicator;
import io.distlock.internal.actuate.LocksEndpoint;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with the starter in which nothing is locked needs no store. As soon as
 * something is, a store that is missing stops the start.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnusedLocksTests {

	private static final String UNUSED = "Locks: none in use, so no store is needed";

	private static final String NO_STORE = "distlock has no store for its locks";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
				DistlockDisabledAutoConfiguration.class, JdbcLockAutoConfiguration.class,
				RedisLockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class, FencingAutoConfiguration.class,
				ClusterSchedulingAutoConfiguration.class, DistlockHealthAutoConfiguration.class,
				DistlockEndpointsAutoConfiguration.class, LockMetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, MetricsAutoConfiguration.class))
		.withPropertyValues("management.endpoints.web.exposure.include=*");

	@Test
	void applicationWithoutAStoreStartsAndSaysSo(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(LockProviders.class);
			assertThat(context.getBean(DistlockHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
		});
		assertThat(output).containsOnlyOnce(UNUSED).containsPattern("INFO .*" + UNUSED).doesNotContain("WARN");
	}

	@Test
	void endpointOfLocksSaysThatThereIsNoStore() {
		this.runner.withPropertyValues("management.endpoint.locks.access=UNRESTRICTED").run((context) -> {
			LocksEndpoint endpoint = context.getBean(LocksEndpoint.class);
			assertThat(endpoint.locks(null, null, null, null).providers()).isEmpty();
			assertThat(endpoint.forceRelease(SecurityContext.NONE, "key", null, null, null).getStatus()).isEqualTo(400);
		});
	}

	@Test
	void lazyApplicationWithoutAStoreStarts() {
		lazily(this.runner).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void applicationWithTwoStoresStarts(CapturedOutput output) {
		this.runner.withUserConfiguration(TwoStores.class).run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce(UNUSED);
	}

	@Test
	void applicationWithTwoProvidersStarts() {
		this.runner.withBean("first", LockProvider.class, LocalLockProvider::new)
			.withBean("second", LockProvider.class, LocalLockProvider::new)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc", "redis", "zookeeper", " Redis", "local" })
	void onlyTheNamedStoreIsConfigured(String named) {
		this.runner.withPropertyValues("distlock.provider=" + named)
			.run((context) -> assertThat(context.getBeansOfType(LockProviderCandidate.class).values())
				.extracting(LockProviderCandidate::name)
				.containsOnly("local", named.strip().toLowerCase(Locale.ROOT)));
	}

	@ParameterizedTest
	@CsvSource({ "distlock.wait-time=1s, false", "distlock.scheduling.history-size=5, true" })
	void groupIsReadOnlyIfItIsConfigured(String property, boolean read) {
		this.runner.withPropertyValues(property).run((context) -> {
			String[] groups = context.getBeanNamesForType(CheckedProperties.class, true, false);
			assertThat(groups).filteredOn((name) -> name.startsWith("distlock.scheduling-"))
				.hasSize(1)
				.allSatisfy((name) -> assertThat(context.getBeanFactory().containsSingleton(name)).isEqualTo(read));
		});
	}

	@Test
	void storeThatIsNamedAndHasNoServerIsNotMissed() {
		this.runner.withPropertyValues("distlock.provider=jdbc").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void serverThatIsDownIsNotMissed(CapturedOutput output) {
		this.runner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.port=1")
			.run((context) -> assertThat(context).hasNotFailed());
		this.runner.withPropertyValues("distlock.zookeeper.connect-string=127.0.0.1:1")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("Locks: provider");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void wrongNameOfAStoreStopsTheStartAllTheSame(boolean lazy) {
		ApplicationContextRunner wrong = this.runner.withPropertyValues("distlock.provider=reddis");
		(lazy ? lazily(wrong) : wrong).run((context) -> assertFails(context, "distlock.provider is 'reddis'"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("uses")
	void whatLocksNeedsAStore(String name, UnaryOperator<ApplicationContextRunner> use, CapturedOutput output) {
		use.apply(this.runner).run((context) -> assertFails(context, NO_STORE));
		use.apply(this.runner.withUserConfiguration(TwoStores.class))
			.run((context) -> assertFails(context, "distlock.provider=cache or distlock.provider=table"));
		use.apply(this.runner.withPropertyValues("distlock.provider=local"))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("Locks: provider local").doesNotContain(UNUSED);
	}

	static Arguments[] uses() {
		return new Arguments[] { use("annotated method", (runner) -> runner.withBean(Locked.class)),
				use("annotated interface", (runner) -> runner.withBean(LockedByInterface.class)),
				use("prototype", (runner) -> runner.withUserConfiguration(LockedPrototype.class)),
				use("job", (runner) -> runner.withBean(Job.class)),
				use("LockTemplate", (runner) -> runner.withBean(TemplateUser.class)),
				use("LockOperations", (runner) -> runner.withBean(OperationsUser.class)),
				use("LockEngine", (runner) -> runner.withBean(EngineUser.class)),
				use("LockProvider", (runner) -> runner.withBean(ProviderUser.class)) };
	}

	private static Arguments use(String name, UnaryOperator<ApplicationContextRunner> use) {
		return Arguments.of(name, use);
	}

	@Test
	void lazyLockedBeanNeedsAStoreAtTheStart() {
		this.runner.withUserConfiguration(LazyLocked.class).run((context) -> assertFails(context, NO_STORE));
		lazily(this.runner.withBean(Locked.class)).run((context) -> assertFails(context, NO_STORE));
	}

	@Test
	void lazyLockedBeanLetsTheStoreBeCreatedWithTheFirstLock(CapturedOutput output) {
		this.runner.withUserConfiguration(LazyLocked.class)
			.withPropertyValues("distlock.provider=local")
			.run((context) -> {
				assertThat(context.getBeanFactory().containsSingleton("distlockProvider")).isFalse();
				assertThat(context.getBean(Locked.class).work()).isTrue();
			});
		assertThat(output).containsOnlyOnce("Locks: provider local");
	}

	@Test
	void askingForLocksLaterFailsWithoutAStore() {
		this.runner.withBean(LaterUser.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThatExceptionOfType(Exception.class)
				.isThrownBy(() -> context.getBean(LaterUser.class).locks.getObject())
				.havingRootCause()
				.withMessageContaining(NO_STORE);
			assertThatExceptionOfType(Exception.class).isThrownBy(() -> context.getBean(LockProvider.class))
				.havingRootCause()
				.withMessageContaining(NO_STORE);
		});
	}

	@Test
	void lockedBeanThatIsRegisteredLaterDoesNotRunWithoutAStore() {
		this.runner.run((context) -> {
			((GenericApplicationContext) context.getSourceApplicationContext()).registerBean(Locked.class);
			Locked locked = context.getBean(Locked.class);
			assertThatExceptionOfType(Exception.class).isThrownBy(locked::work)
				.havingRootCause()
				.withMessageContaining(NO_STORE);
		});
	}

	@Test
	void firstUseAfterTheStartIsReportedOnce(CapturedOutput output) {
		this.runner.withBean(LaterUser.class).withPropertyValues("distlock.provider=local").run((context) -> {
			assertThat(output).contains(UNUSED).doesNotContain("Locks: provider");
			LockTemplate locks = context.getBean(LaterUser.class).locks.getObject();
			assertThat(locks.execute("key", HeldLock::isHeld)).isTrue();
		});
		assertThat(output).containsOnlyOnce("Locks: provider local");
	}

	@Test
	void lockedBeanOfAChildNeedsAStore() {
		this.runner.run((parent) -> new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class))
			.withParent(parent)
			.withBean(Locked.class)
			.run((child) -> assertFails(child, NO_STORE)));
	}

	@Test
	void disabledApplicationNeedsNoStoreWhateverIsLocked() {
		this.runner.withBean(Locked.class)
			.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void reportCountsJobs(CapturedOutput output) {
		this.runner.withBean(Job.class)
			.withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(output).contains(", 0 locked methods, 1 job\n"));
	}

	private static ApplicationContextRunner lazily(ApplicationContextRunner runner) {
		return runner.withInitializer(
				(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));
	}

	private static void assertFails(AssertableApplicationContext context, String message) {
		assertThat(context).hasFailed();
		assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContaining(message);
	}

	static class Locked {

		@DistributedLock("work")
		boolean work() {
			return true;
		}

	}

	interface LockedWork {

		@DistributedLock("work")
		void work();

	}

	static class LockedByInterface implements LockedWork {

		@Override
		public void work() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyLocked {

		@Bean
		@Lazy
		Locked locked() {
			return new Locked();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LockedPrototype {

		@Bean
		@Scope("prototype")
		Locked locked() {
			return new Locked();
		}

	}

	static class Job {

		@ClusterScheduled(name = "job", cron = "-")
		void run() {
		}

	}

	record TemplateUser(LockTemplate locks) {
	}

	record OperationsUser(LockOperations locks) {
	}

	record EngineUser(LockEngine engine) {
	}

	record ProviderUser(LockProvider provider) {
	}

	static class LaterUser {

		private final ObjectProvider<LockTemplate> locks;

		LaterUser(ObjectProvider<LockTemplate> locks) {
			this.locks = locks;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoStores {

		@Bean
		LockProviderCandidate cache() {
			return new OfferedCandidate("cache");
		}

		@Bean
		LockProviderCandidate table() {
			return new OfferedCandidate("table");
		}

	}

	record OfferedCandidate(String name) implements LockProviderCandidate {

		@Override
		public boolean isOffered() {
			return true;
		}

		@Override
		public LockProvider create() {
			return new LocalLockProvider();
		}

	}

}
