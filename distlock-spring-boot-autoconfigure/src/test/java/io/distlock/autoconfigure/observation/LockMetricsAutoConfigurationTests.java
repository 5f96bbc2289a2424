// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.observation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.internal.interceptor.operation.LockOperationsResolver;
import io.distlock.leader.LeaderElections;
import io.distlock.local.LocalLockProvider;
import io.distlock.observation.DefaultLockObservationConvention;
import io.distlock.observation.LockMeterDocumentation;
import io.distlock.observation.LockObservationContext.Phase;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
@org.junit.jupiter.api.Tag("timing")
class LockMetricsAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class,
						LeaderAutoConfiguration.class, LockObservationAutoConfiguration.class,
						LockMetricsAutoConfiguration.class, ObservationAutoConfiguration.class,
						MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class)
		.withPropertyValues("distlock.provider=local");

	@Test
	void everyDocumentedMeterIsThereWithItsTagsAndNoOther() {
		this.runner.withUserConfiguration(Jobs.class)
			.withPropertyValues("distlock.leader.roles=mails")
			.run((context) -> {
				context.getBean(ClusterJobs.class).runNow("good");
				context.getBean(LockTemplate.class).acquire("key").release();
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				for (LockMeterDocumentation meter : LockMeterDocumentation.values()) {
					assertThat(registry.find(meter.getName()).meters()).as(meter.getName())
						.isNotEmpty()
						.allSatisfy((found) -> assertThat(tags(found)).isEqualTo(tags(meter)));
				}
				assertThat(registry.getMeters().stream().map((meter) -> meter.getId().getName()))
					.filteredOn((name) -> name.startsWith("distlock."))
					.containsOnly(names());
			});
	}

	private static String[] names() {
		return Stream
			.concat(Arrays.stream(LockMeterDocumentation.values()).map(LockMeterDocumentation::getName),
					Stream.of("distlock.acquire", "distlock.acquire.active", "distlock.hold", "distlock.hold.active"))
			.toArray(String[]::new);
	}

	private static Set<String> tags(Meter meter) {
		return meter.getId().getTags().stream().map(Tag::getKey).collect(Collectors.toSet());
	}

	private static Set<String> tags(LockMeterDocumentation meter) {
		return Arrays.stream(meter.getKeyNames()).map(KeyName::asString).collect(Collectors.toSet());
	}

	@Test
	void leadersAreCounted() {
		this.runner.withPropertyValues("distlock.leader.roles=mails").run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			context.getBean(LeaderElections.class).election("later");
			for (String role : List.of("mails", "later")) {
				Awaitility.await().until(() -> registry.get("distlock.leader").tags("role", role).gauge().value() == 1);
				assertThat(registry.get("distlock.leader.terms").tags("role", role).functionCounter().count())
					.isEqualTo(1);
			}
			context.getBean(LeaderElections.class).election("mails").close();
			assertThat(registry.get("distlock.leader").tags("role", "mails").gauge().value()).isZero();
		});
	}

	@Test
	void timersComeOfTheObservations() {
		this.runner.withUserConfiguration(Methods.class).run((context) -> {
			context.getBean(Methods.class).locked();
			context.getBean(Methods.class).locked();
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("distlock.acquire")
				.tags("name", "named", "mode", "exclusive", "provider", "local", "outcome", "acquired", "error", "none")
				.timer()
				.count()).isEqualTo(2);
			assertThat(registry.get("distlock.hold").tags("name", "named", "outcome", "released").timer().count())
				.isEqualTo(2);
			assertThat(registry.get("distlock.hold.active").tags("name", "named").longTaskTimer().activeTasks())
				.isZero();
		});
	}

	@Test
	void heldLocksAndHandOversAreCounted() {
		this.runner.run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			try (HeldLock held = template.acquire("one"); HeldLock other = template.acquire("two")) {
				assertThat(gauge(registry, "distlock.locks.held", "exclusive")).isEqualTo(2);
			}
			assertThat(gauge(registry, "distlock.locks.held", "exclusive")).isZero();
			assertThat(gauge(registry, "distlock.locks.waiting", "exclusive")).isZero();
		});
	}

	@Test
	void sharedLocksAndPermitsHaveGaugesOfTheirOwn() {
		this.runner.run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			LockRequest report = LockRequest.of("reports").permits(2).waitTime(Duration.ofSeconds(20));
			HeldLock first = template.acquireAsync(report).toCompletableFuture().join();
			HeldLock second = template.acquireAsync(report).toCompletableFuture().join();
			CompletableFuture<HeldLock> third = template.acquireAsync(report).toCompletableFuture();
			HeldLock reader = template.acquireAsync(LockRequest.of("prices").shared()).toCompletableFuture().join();
			HeldLock another = template.acquireAsync(LockRequest.of("prices").shared()).toCompletableFuture().join();
			assertThat(gauge(registry, "distlock.locks.held", "permit")).isEqualTo(2);
			assertThat(gauge(registry, "distlock.locks.waiting", "permit")).isEqualTo(1);
			assertThat(gauge(registry, "distlock.locks.held", "shared")).isEqualTo(1);
			assertThat(gauge(registry, "distlock.locks.held", "exclusive")).isZero();
			List.of(first, second, reader, another).forEach(HeldLock::release);
			assertThat(third.join().release()).isTrue();
			assertThat(registry.get("distlock.locks.held").gauges()).allMatch((held) -> held.value() == 0);
		});
	}

	private static double gauge(MeterRegistry registry, String name, String mode) {
		return registry.get(name).tags("mode", mode).gauge().value();
	}

	@Test
	void providersOfOneNameAreApartAndTheSecondComesWithItsFirstLock() {
		this.runner.withUserConfiguration(TwoProviders.class).run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.find("distlock.losses").meters()).hasSize(1);
			LockOperations second = context.getBean(LockOperationsResolver.class).resolve("second");
			try (HeldLock held = second.acquire("key")) {
				assertThat(
						registry.get("distlock.locks.held").tags("mode", "exclusive", "bean", "second").gauge().value())
					.isEqualTo(1);
				assertThat(
						registry.get("distlock.locks.held").tags("mode", "exclusive", "bean", "first").gauge().value())
					.isZero();
			}
		});
	}

	@Test
	void countersGoOnAfterARestartOfTheContext() {
		this.runner.withPropertyValues("distlock.lease-time=300ms").run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			try (HeldLock held = context.getBean(LockTemplate.class).acquire("key")) {
				Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> renewals(registry) > 0);
			}
			double before = renewals(registry);
			context.getSourceApplicationContext().stop();
			context.getSourceApplicationContext().start();
			assertThat(renewals(registry)).isEqualTo(before);
			try (HeldLock held = context.getBean(LockTemplate.class).acquire("key")) {
				Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> renewals(registry) > before);
			}
		});
	}

	private static double renewals(MeterRegistry registry) {
		return registry.get("distlock.renewals").tags("outcome", "success").functionCounter().count();
	}

	@Test
	void runsOfJobsAreToldAndTimedWhateverTheirListenersDo() {
		this.runner.withUserConfiguration(Jobs.class).run((context) -> {
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			assertThat(jobs.runNow("good").outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(jobs.runNow("bad").outcome()).isEqualTo(Outcome.FAILED);
			assertThat(jobs.runNow("good").outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(context.getBean(Jobs.class).events).extracting(ClusterJobRunEvent::job)
				.containsExactly("good", "bad", "good");
			assertThat(context.getBean(Jobs.class).events).extracting(ClusterJobRunEvent::run)
				.containsAll(jobs.history("good"))
				.containsAll(jobs.history("bad"));
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("distlock.job.runs").tags("name", "good", "outcome", "succeeded").timer().count())
				.isEqualTo(2);
			assertThat(registry.get("distlock.job.runs").tags("name", "bad", "outcome", "failed").timer().count())
				.isEqualTo(1);
			assertThat(registry.get("distlock.job.last.success").tags("name", "good").gauge().value())
				.isEqualTo(jobs.history("good").get(0).endedAt().toEpochMilli() / 1000.0);
			assertThat(registry.get("distlock.job.last.success").tags("name", "bad").gauge().value()).isNaN();
			assertThat(registry.get("distlock.job.failures").tags("name", "bad").gauge().value()).isEqualTo(1);
			assertThat(registry.get("distlock.job.failures").tags("name", "good").gauge().value()).isZero();
			jobs.pause("good");
			assertThat(registry.get("distlock.job.paused").tags("name", "bad").gauge().value()).isZero();
			Awaitility.await()
				.until(() -> registry.get("distlock.job.paused").tags("name", "good").gauge().value() > 0.2);
		});
	}

	@Test
	void conventionOfTheApplicationWins() {
		this.runner.withBean(ShopConvention.class).run((context) -> {
			context.getBean(LockTemplate.class).acquire("key").release();
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("shop.hold").timer().count()).isEqualTo(1);
			assertThat(registry.find("distlock.hold").meters()).isEmpty();
		});
	}

	@Test
	void switchedOffObservationsLeaveTheOtherMeters() {
		this.runner.withPropertyValues("management.observations.enable.distlock=false").run((context) -> {
			context.getBean(LockTemplate.class).acquire("key").release();
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.find("distlock.acquire").meters()).isEmpty();
			assertThat(registry.find("distlock.losses").meters()).isNotEmpty();
		});
	}

	@Test
	void requestsAloneCanBeSwitchedOff() {
		this.runner.withPropertyValues("management.observations.enable.distlock.acquire=false").run((context) -> {
			context.getBean(LockTemplate.class).acquire("key").release();
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.find("distlock.acquire").meters()).isEmpty();
			assertThat(registry.get("distlock.hold").timer().count()).isEqualTo(1);
		});
	}

	@Test
	void nothingIsMadeWithoutARegistryOrALockEngine() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
					LockObservationAutoConfiguration.class, LockMetricsAutoConfiguration.class))
			.withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(context).doesNotHaveBean(LockObserver.class)
				.doesNotHaveBean("distlockLockMetrics"));
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockObserver.class)
				.doesNotHaveBean("distlockLockMetrics"));
	}

	/**
	 * Names holds as the application likes.
	 */
	static class ShopConvention extends DefaultLockObservationConvention {

		ShopConvention() {
			super(Phase.HOLD);
		}

		@Override
		public String getName() {
			return "shop.hold";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Methods {

		@DistributedLock("named")
		void locked() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jobs {

		final List<ClusterJobRunEvent> events = new CopyOnWriteArrayList<>();

		@ClusterScheduled(name = "good", cron = "0 0 0 1 1 *")
		void good() {
		}

		@ClusterScheduled(name = "bad", cron = "0 0 0 1 1 *")
		void bad() {
			throw new IllegalStateException("Fails on purpose");
		}

		@EventListener
		void ended(ClusterJobRunEvent event) {
			this.events.add(event);
			throw new IllegalStateException("Listener fails on purpose");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoProviders {

		@Bean
		@Primary
		LockProvider first() {
			return new LocalLockProvider();
		}

		@Bean
		@Lazy
		LockProvider second() {
			return new LocalLockProvider();
		}

	}

}
