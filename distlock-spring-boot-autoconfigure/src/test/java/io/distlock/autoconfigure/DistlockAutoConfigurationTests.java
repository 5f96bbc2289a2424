// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.internal.LockProviderChoice;
import io.distlock.autoconfigure.internal.LockProviders;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which beans there are, and who wins.
 */
@ExtendWith(OutputCaptureExtension.class)
class DistlockAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(DistlockAutoConfiguration.class, DistlockDisabledAutoConfiguration.class));

	private final ApplicationContextRunner local = this.bare.withPropertyValues("distlock.provider=local");

	@Test
	void localProviderIsUsedWhenNamedAndWarns(CapturedOutput output) {
		this.local.run((context) -> {
			assertThat(context).hasSingleBean(LockProvider.class).hasSingleBean(LockTemplate.class);
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(LocalLockProvider.class);
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
			assertThat(output).contains("WARN").contains("locks exclude only threads of this process");
		});
	}

	@Test
	void providerOfTheApplicationWinsOverTheNamedOne() {
		this.bare.withPropertyValues("distlock.provider=jdbc")
			.withUserConfiguration(OwnProviderConfiguration.class)
			.run((context) -> {
				assertThat(context.getBean(LockProvider.class)).isSameAs(context.getBean("own"));
				assertThat(context).doesNotHaveBean(LockProviderChoice.class)
					.doesNotHaveBean(LockProviderCandidate.class);
				assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
			});
	}

	@Test
	void beansOfTheApplicationReplaceOurs() {
		this.local.withUserConfiguration(OwnEngineConfiguration.class).run((context) -> {
			assertThat(context.getBean(LockEngine.class)).isSameAs(context.getBean("ownEngine"));
			assertThat(context.getBean(LockOperations.class)).isSameAs(context.getBean("ownOperations"));
			assertThat(context.getBean(LockScope.class)).isSameAs(context.getBean("ownScope"));
		});
	}

	@ParameterizedTest
	@CsvSource({ "distlock.etcd.endpoints, io.distlock:distlock-etcd",
			"DISTLOCK_CONSUL_URL, io.distlock:distlock-consul", "distlock.paper.drawer, io.distlock:distlock-paper",
			"distlock.zookeeper.connect-string, org.apache.curator:curator-framework" })
	void storeOfAPropertyThatIsNotThereIsNotReplaced(String property, String dependency) {
		this.bare.withBean(LockUser.class)
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("own-systemEnvironment", Map.of(property, "here"))))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("is not on the class path")
				.hasMessageContaining("Add " + dependency));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.paper-clip.drawer=1s", "distlock.paperclip.drawer=1s",
			"distlock.hand-off.max-duration=1s", "distlock.handoff.maxduration=1s" })
	void storeThatIsThereIsNotMissed(String property) {
		this.bare.withPropertyValues(property)
			.withBean(LockProviderCandidate.class, () -> new UnusedLocksTests.OfferedCandidate("paper-clip"))
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(LocalLockProvider.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.paper.drawer=", "distlock.paper.drawer=${UNSET_DRAWER:}" })
	void storeOfAPropertyWithoutAValueIsNotMissed(String property) {
		this.bare.withPropertyValues(property)
			.withBean(LockProviderCandidate.class, () -> new UnusedLocksTests.OfferedCandidate("table"))
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(LocalLockProvider.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "paper", "jdbc" })
	void namedStoreIsUsedWhereAnotherHasProperties(String other) {
		this.local.withPropertyValues("distlock." + other + ".table-prefix=P_")
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(LocalLockProvider.class));
	}

	/**
	 * ShedLock and lock4j have beans of these names.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "lockProvider", "lockTemplate" })
	void beansOfOtherLibrariesFitBeside(String name) {
		this.local.withBean(name, Object.class, Object::new)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(LockTemplate.class));
	}

	@Test
	void severalProvidersUseThePrimaryOneByDefault() {
		this.bare.withUserConfiguration(TwoProvidersConfiguration.class).run((context) -> {
			LockProviders providers = context.getBean(LockProviders.class);
			assertThat(providers.primary()).isSameAs(context.getBean("first"));
			assertThat(context.getBean(LockEngine.class)).isSameAs(providers.engine("first"))
				.isNotSameAs(providers.engine("second"));
		});
	}

	@Test
	void locksOfSeveralProvidersDoNotExcludeEachOther() {
		this.bare.withUserConfiguration(TwoProvidersConfiguration.class).run((context) -> {
			LockTemplate second = new LockTemplate(context.getBean(LockProviders.class).engine("second"));
			try (HeldLock lock = context.getBean(LockTemplate.class).acquire("key");
					HeldLock other = second.acquire("key")) {
				assertThat(lock.isHeld()).isTrue();
				assertThat(other.isHeld()).isTrue();
			}
		});
	}

	@Test
	void unknownProviderBeanNamesThoseThatExist() {
		this.bare.withUserConfiguration(TwoProvidersConfiguration.class)
			.run((context) -> assertThatExceptionOfType(LockConfigurationException.class)
				.isThrownBy(() -> context.getBean(LockProviders.class).engine("third"))
				.withMessageContaining("'third'")
				.withMessageContaining("first, second"));
	}

	@Test
	void severalProvidersWithoutPrimaryFailAndAreNamed() {
		this.bare.withUserConfiguration(OwnProviderConfiguration.class, OtherProviderConfiguration.class)
			.withBean(LockUser.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("own, other")
				.hasMessageContaining("@Primary"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "no", "yes", "on", "1", "tru" })
	void wordThatIsNeitherTrueNorFalseIsRefused(String value) {
		this.bare.withPropertyValues("distlock.enabled=" + value)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
					assertThat(failure.getName()).isEqualTo("distlock.enabled");
					assertThat(failure.getValue()).isEqualTo(value);
					assertThat(failure.getReason()).contains("true or false");
				}));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			distlock.lease-tme=10s             | distlock.lease-tme             | key-prefix, lease-time, max-hold-time
			distlock.hand-off.max-duratoin=10s | distlock.hand-off.max-duratoin | are max-duration.
			distlock.handOff.duration=10s      | distlock.handoff.duration      | are max-duration.
			distlock.transaction.insde=fail    | distlock.transaction.insde     | are inside.
			""")
	void misspeltPropertyStopsTheStartAndTheRightOnesAreNamed(String property, String name, String right) {
		this.bare.withPropertyValues(property, "distlock.provider=local")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
					assertThat(failure.getName()).isEqualTo(name);
					assertThat(failure.getReason()).contains("no such property").contains(right);
				}));
	}

	@Test
	void groupWithoutPropertiesAndNamesInAnyFormAreRead() {
		this.local
			.withPropertyValues("distlock.jdbc=", "distlock.leaseTime=7s", "distlock.other-store.url=x",
					"distlock.key_prefix=a")
			.run((context) -> assertThat(context.getBean(LeaseSettings.class).leaseTime()).hasSeconds(7));
	}

	/**
	 * Boot ignores unknown properties unless each group says otherwise.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "false", "FALSE" })
	void disabledConfiguresNothingAndWarns(String value, CapturedOutput output) {
		this.bare.withPropertyValues("distlock.enabled=" + value, "spring.main.lazy-initialization=true")
			.run((context) -> {
				assertThat(context).doesNotHaveBean(LockProvider.class)
					.doesNotHaveBean(LockEngine.class)
					.doesNotHaveBean(LockOperations.class)
					.doesNotHaveBean(LockScope.class)
					.doesNotHaveBean(DistlockLifecycle.class);
				assertThat(output).containsOnlyOnce("distlock.enabled=false: methods annotated with @DistributedLock");
			});
	}

	@Test
	void enabledDoesNotWarnThatItIsDisabled(CapturedOutput output) {
		this.local.run((context) -> assertThat(output).doesNotContain("distlock.enabled="));
	}

	@Test
	void startIsReportedInOneLine(CapturedOutput output) {
		this.local.withBean(LockUser.class)
			.withPropertyValues("spring.application.name=shop", "distlock.lease-time=90s", "distlock.node-name=till-1")
			.run((context) -> assertThat(output).containsOnlyOnce(
					"Locks: provider local, prefix 'shop', lease 1m30s, node 'till-1', 0 locked methods"));
	}

	@Test
	void reportNamesThePrimaryAndCountsOtherProviders(CapturedOutput output) {
		this.bare.withUserConfiguration(TwoProvidersConfiguration.class)
			.run((context) -> assertThat(output).contains("Locks: provider local and 1 more, prefix 'distlock'"));
	}

	@Test
	void lossIsPublishedAsAnEventOnce() {
		this.local.withUserConfiguration(ListenerConfiguration.class).run((context) -> {
			LossListener listener = context.getBean(LossListener.class);
			LockRequest request = LockRequest.of("brief").leaseTime(Duration.ofMillis(100)).autoRenew(false);
			HeldLock lock = context.getBean(LockTemplate.class).acquire(request);
			LockLostEvent event = listener.events.poll(60, TimeUnit.SECONDS);
			assertThat(event).isNotNull();
			assertThat(event.key()).isEqualTo("brief");
			assertThat(event.provider()).isEqualTo("local");
			assertThat(event.fencingToken()).isEqualTo(lock.fencingToken());
			lock.close();
			assertThat(listener.events.poll(50, TimeUnit.MILLISECONDS)).isNull();
		});
	}

	@Test
	void idleContextStartsNoThread() {
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		this.local.run((context) -> {
			assertThat(context).hasSingleBean(LockEngine.class);
			Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
			started.removeAll(before);
			assertThat(started).extracting(Thread::getName).noneMatch((name) -> name.startsWith("distlock"));
		});
	}

	@Test
	void providersOutliveTheEngines() {
		this.bare.withUserConfiguration(TwoProvidersConfiguration.class).run((context) -> {
			assertThat(context.getBeanFactory().getDependentBeans("first")).contains("distlockProviders");
			assertThat(context.getBeanFactory().getDependentBeans("second")).contains("distlockProviders");
		});
	}

	@Test
	void lazyContextCreatesNoProviderBeforeTheFirstLock(CapturedOutput output) {
		this.local.withPropertyValues("spring.main.lazy-initialization=true")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(context.getBeanFactory().containsSingleton("distlockProvider")).isFalse();
				assertThat(output).doesNotContain("Locks: provider");
				assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
				assertThat(context.getBeanFactory().containsSingleton("distlockProvider")).isTrue();
				assertThat(output).containsOnlyOnce("Locks: provider local");
			});
	}

	@Test
	void autoConfigurationsThatOursFollowsExist() throws ClassNotFoundException {
		for (String name : List.of("DistlockAutoConfiguration", "DistlockDisabledAutoConfiguration")) {
			Class<?> type = Class.forName(getClass().getPackageName() + "." + name);
			AutoConfiguration annotation = type.getAnnotation(AutoConfiguration.class);
			assertThat(annotation.afterName()).allSatisfy((after) -> assertThat(Class.forName(after)).isNotNull());
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnProviderConfiguration {

		@Bean
		LocalLockProvider own() {
			return new LocalLockProvider();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherProviderConfiguration {

		@Bean
		LocalLockProvider other() {
			return new LocalLockProvider();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoProvidersConfiguration {

		@Bean
		@Primary
		LocalLockProvider first() {
			return new LocalLockProvider();
		}

		@Bean
		LocalLockProvider second() {
			return new LocalLockProvider();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnEngineConfiguration {

		@Bean
		LockEngine ownEngine(LockProvider provider, LeaseSettings settings) {
			return new LeaseLockEngine(provider, settings, (event) -> {
			});
		}

		@Bean
		LockOperations ownOperations(LockEngine engine) {
			return new LockTemplate(engine);
		}

		@Bean
		LockScope ownScope() {
			return (lock, request) -> false;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ListenerConfiguration {

		@Bean
		LossListener lossListener() {
			return new LossListener();
		}

	}

	static class LossListener implements ApplicationListener<PayloadApplicationEvent<LockLostEvent>> {

		private final BlockingQueue<LockLostEvent> events = new LinkedBlockingQueue<>();

		@Override
		public void onApplicationEvent(PayloadApplicationEvent<LockLostEvent> event) {
			this.events.add(event.getPayload());
		}

	}

}
