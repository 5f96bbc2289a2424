// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.leader;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.annotation.LeaderOnly;
import io.distlock.annotation.OnBusy;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.actuate.DistlockHealthAutoConfiguration;
import io.distlock.contract.ForwardingProvider;
import io.distlock.internal.actuate.LeaderHealthIndicator;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.NotLeaderException;
import io.distlock.leader.RevocationReason;
import io.distlock.leader.lifecycle.LeaderGrantedEvent;
import io.distlock.leader.lifecycle.LeaderLifecycle;
import io.distlock.leader.lifecycle.LeaderRevokedEvent;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Leaders in an application.
 */
@Timeout(120)
class LeaderAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, LeaderAutoConfiguration.class,
				DistlockHealthAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local", "distlock.leader.step-down-pause=200ms");

	private static LeaderElection election(ApplicationContext context, String role) {
		return context.getBean(LeaderElections.class).find(role).orElseThrow();
	}

	private static LeaderElection awaitLeader(ApplicationContext context, String role) {
		LeaderElection election = election(context, role);
		await(election::isLeader);
		return election;
	}

	private static void await(BooleanSupplier condition) {
		Awaitility.await().until(condition::getAsBoolean);
	}

	@Test
	void nodeStandsForRolesOfPropertiesAndOfMethods() {
		this.runner.withUserConfiguration(Reports.class)
			.withPropertyValues("distlock.leader.roles=mails,feeds", "reports.role=reports")
			.run((context) -> {
				assertThat(context.getBean(LeaderElections.class).all()).extracting(LeaderElection::role)
					.containsExactly("feeds", "mails", "reports");
				awaitLeader(context, "reports");
				awaitLeader(context, "mails");
				assertThat(context.getBean(LockEngine.class)
					.acquire(LockRequest.of(LeaderElection.KEY_PREFIX + "mails").waitTime(Duration.ZERO))).isEmpty();
			});
	}

	@Test
	void applicationWithoutRolesNeedsNoStore() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, LeaderAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(LeaderElections.class).all()).isEmpty();
				assertThat(context.getBeanFactory().containsSingleton("distlockProvider")).isFalse();
			});
	}

	@Test
	void methodRunsOnTheLeaderWithTheTerm() {
		this.runner.withUserConfiguration(Reports.class).run((context) -> {
			LeaderElection election = awaitLeader(context, "reports");
			Reports reports = context.getBean(Reports.class);
			assertThat(reports.term()).hasValue(election.term().orElseThrow());
			assertThat(reports.strict()).isEqualTo("done");
			assertThat(reports.stage().toCompletableFuture().join()).isEqualTo("done");
			assertThat(reports.mono().block()).isEqualTo("done");
			assertThat(election.isLeader()).isTrue();
			assertThat(LockContext.all()).isEmpty();
		});
	}

	@Test
	void methodIsSkippedOrFailsOnANodeThatDoesNotLead() {
		this.runner.withUserConfiguration(Reports.class)
			.withPropertyValues("distlock.leader.enabled=false")
			.run((context) -> {
				Reports reports = context.getBean(Reports.class);
				assertThat(reports.term()).isEmpty();
				assertThat(reports.mono().block()).isNull();
				assertThat(reports.stage().toCompletableFuture().join()).isNull();
				assertThatExceptionOfType(NotLeaderException.class).isThrownBy(reports::strict)
					.withMessageContaining("'reports'");
				assertThat(reports.calls()).isZero();
				assertThat(election(context, "reports").isStanding()).isFalse();
			});
	}

	@Test
	void interceptorOfLocksLetsNoOtherNodeIn() {
		this.runner.withUserConfiguration(LockedByHand.class)
			.withPropertyValues("distlock.leader.enabled=false")
			.run((context) -> {
				Reports reports = context.getBean(Reports.class);
				assertThatExceptionOfType(NotLeaderException.class).isThrownBy(reports::strict);
				assertThat(reports.calls()).isZero();
			});
	}

	@Test
	void callThatOutlastsTheTermFails() {
		this.runner.withUserConfiguration(Reports.class).run((context) -> {
			LeaderElection election = awaitLeader(context, "reports");
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> context.getBean(Reports.class).during(election::stepDown));
		});
	}

	@Test
	void eventsComeInTurns() {
		Heard heard = new Heard();
		this.runner.withPropertyValues("distlock.leader.roles=mails")
			.withBean(Heard.class, () -> heard)
			.run((context) -> {
				LeaderElection election = awaitLeader(context, "mails");
				await(() -> heard.events.size() == 1);
				long term = election.term().orElseThrow();
				assertThat(heard.events).containsExactly(new LeaderGrantedEvent("mails", term));
				assertThat(election.stepDown()).isTrue();
				await(() -> heard.events.size() == 3);
			});
		assertThat(heard.events.stream().map((event) -> event.toString().replaceAll("\\[.*", "")))
			.containsExactly("LeaderGrantedEvent", "LeaderRevokedEvent", "LeaderGrantedEvent", "LeaderRevokedEvent");
		assertThat(heard.events.get(3).toString()).contains("CLOSED");
	}

	@Test
	void roleIsReleasedAfterListenersWereToldWhenTheApplicationStops() {
		List<Boolean> free = new CopyOnWriteArrayList<>();
		this.runner.withPropertyValues("distlock.leader.roles=mails").run((context) -> {
			awaitLeader(context, "mails");
			LockEngine locks = context.getBean(LockEngine.class);
			CountDownLatch granted = new CountDownLatch(1);
			election(context, "mails").addListener(new LeaderListener() {

				@Override
				public void granted(LeaderTerm term) {
					granted.countDown();
				}

				@Override
				public void revoked(LeaderTerm term, RevocationReason reason) {
					Optional<HeldLock> stolen = locks
						.acquire(LockRequest.of(LeaderElection.KEY_PREFIX + "mails").waitTime(Duration.ZERO));
					free.add(stolen.isPresent());
				}

			});
			// A listener that has not heard of a term is not told of its end.
			assertThat(granted.await(1, TimeUnit.MINUTES)).isTrue();
		});
		assertThat(free).containsExactly(false);
	}

	@Test
	void beanRunsOnTheLeaderOnly() {
		this.runner.withUserConfiguration(Feeds.class).run((context) -> {
			Feed feed = context.getBean(Feed.class);
			await(feed::isRunning);
			LeaderElection election = awaitLeader(context, "feeds");
			feed.onStop = () -> feed.stoppedWhileLeading = election.isLeader();
			assertThat(election.stepDown()).isTrue();
			await(() -> feed.starts.get() == 2);
			assertThat(feed.stoppedWhileLeading).isFalse();
			context.close();
			assertThat(feed.isRunning()).isFalse();
		});
		this.runner.withUserConfiguration(Feeds.class)
			.withPropertyValues("distlock.leader.enabled=false")
			.run((context) -> assertThat(context.getBean(Feed.class).isRunning()).isFalse());
	}

	@Test
	void beanRunsOnTheLeaderThoughAllBeansAreLazy() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withUserConfiguration(Feeds.class)
			.run((context) -> await(context.getBean(Feed.class)::isRunning));
	}

	@Test
	void beanThatStartsByItselfIsRefused() {
		SmartLifecycle container = new SmartLifecycle() {

			@Override
			public void start() {
			}

			@Override
			public void stop() {
			}

			@Override
			public boolean isRunning() {
				return false;
			}

		};
		this.runner.run((context) -> assertThatIllegalArgumentException()
			.isThrownBy(() -> new LeaderLifecycle(context.getBean(LeaderElections.class), "feeds", container))
			.withMessageContaining("isAutoStartup"));
	}

	@Test
	void applicationStandsAgainAfterItsContextWasStopped() {
		this.runner.withPropertyValues("distlock.leader.roles=mails").run((context) -> {
			LeaderElection election = awaitLeader(context, "mails");
			context.getSourceApplicationContext().stop();
			assertThat(election.isLeader()).isFalse();
			context.getSourceApplicationContext().start();
			await(election::isLeader);
		});
	}

	@Test
	void contextThatIsPausedLeadsNoMoreUntilItIsRestarted() {
		this.runner.withUserConfiguration(Feeds.class).run((context) -> {
			Feed feed = context.getBean(Feed.class);
			await(feed::isRunning);
			context.getSourceApplicationContext().pause();
			assertThat(election(context, "feeds").isLeader()).isFalse();
			assertThat(feed.isRunning()).isFalse();
			context.getSourceApplicationContext().restart();
			await(feed::isRunning);
			assertThat(election(context, "feeds").isLeader()).isTrue();
		});
	}

	@Test
	void beanThatTheContextStartsIsStoppedWhereTheLeaderIsNot() {
		this.runner.withUserConfiguration(Feeds.class, FeedMonitor.class)
			.withPropertyValues("distlock.leader.enabled=false")
			.run((context) -> {
				Feed feed = context.getBean(Feed.class);
				assertThat(feed.starts.get()).isOne();
				assertThat(feed.isRunning()).isFalse();
				context.getSourceApplicationContext().start();
				assertThat(feed.starts.get()).isEqualTo(2);
				assertThat(feed.isRunning()).isFalse();
			});
	}

	@Test
	void startOfTheContextLeavesABeanAloneWhereTheLeaderIs() {
		this.runner.withUserConfiguration(Feeds.class).run((context) -> {
			Feed feed = context.getBean(Feed.class);
			await(feed::isRunning);
			feed.onStop = () -> feed.stoppedWhileLeading = true;
			context.getSourceApplicationContext().start();
			assertThat(feed.stoppedWhileLeading).isFalse();
		});
	}

	@Test
	void healthIsDownWhileARoleCannotBeAskedFor() {
		AtomicInteger failing = new AtomicInteger(1);
		this.runner.withPropertyValues("distlock.leader.roles=mails")
			.withBean(LockProvider.class, () -> new FailingProvider(failing))
			.run((context) -> {
				LeaderHealthIndicator health = context.getBean(LeaderHealthIndicator.class);
				await(() -> Status.DOWN.equals(health.health().getStatus()));
				failing.set(0);
				awaitLeader(context, "mails");
				assertThat(health.health().getStatus()).isEqualTo(Status.UP);
				assertThat(health.health().getDetails().toString()).contains("leading=true");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease-time=10ms", "step-down-pause=-1s", "listener-timeout=-1s" })
	void settingsThatMakeNoSenseStopTheStart(String setting) {
		this.runner.withPropertyValues("distlock.leader." + setting)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("distlock.leader." + setting.replaceAll("=.*", "")));
	}

	@Test
	void childContextSharesTheElectionsOfItsParent() {
		this.runner.withPropertyValues("distlock.leader.roles=mails")
			.run((parent) -> this.runner.withParent(parent)
				.run((child) -> assertThat(child.getBean(LeaderElections.class))
					.isSameAs(parent.getBean(LeaderElections.class))));
	}

	@Test
	void rolesOfAChildContextAreStoodForFromItsStart() {
		this.runner.run((parent) -> this.runner.withParent(parent)
			.withUserConfiguration(Reports.class)
			.withPropertyValues("distlock.leader.roles=mails")
			.run((child) -> {
				awaitLeader(child, "reports");
				awaitLeader(child, "mails");
			}));
	}

	@Test
	void nothingIsThereWhereLocksAreDisabled() {
		this.runner.withPropertyValues("distlock.enabled=false", "distlock.leader.roles=mails")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LeaderElections.class)
				.doesNotHaveBean(LeaderHealthIndicator.class));
	}

	static class Reports {

		private final AtomicInteger calls = new AtomicInteger();

		int calls() {
			return this.calls.get();
		}

		@LeaderOnly("${reports.role:reports}")
		Optional<Long> term() {
			this.calls.incrementAndGet();
			return LockContext.current().map(HeldLock::fencingToken);
		}

		@LeaderOnly(value = "${reports.role:reports}", onBusy = OnBusy.FAIL)
		String strict() {
			this.calls.incrementAndGet();
			return "done";
		}

		@LeaderOnly("${reports.role:reports}")
		CompletionStage<String> stage() {
			this.calls.incrementAndGet();
			return CompletableFuture.completedFuture("done");
		}

		@LeaderOnly("${reports.role:reports}")
		Mono<String> mono() {
			return Mono.fromSupplier(() -> {
				this.calls.incrementAndGet();
				return "done";
			});
		}

		@LeaderOnly("${reports.role:reports}")
		void during(Runnable action) {
			action.run();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LockedByHand {

		@Bean
		ProxyFactoryBean reports() {
			ProxyFactoryBean factory = new ProxyFactoryBean();
			factory.setTarget(new Reports());
			factory.setInterceptorNames("distlockInterceptor");
			factory.setProxyTargetClass(true);
			return factory;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Feeds {

		@Bean
		Feed feed() {
			return new Feed();
		}

		@Bean
		LeaderLifecycle feedOnLeader(LeaderElections elections, Feed feed) {
			return new LeaderLifecycle(elections, "feeds", feed);
		}

	}

	/**
	 * Starts with the context, and Spring starts what it needs before.
	 */
	static class FeedMonitor implements SmartLifecycle {

		private volatile boolean running;

		FeedMonitor(Feed feed) {
		}

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

	static class Feed implements Lifecycle {

		final AtomicInteger starts = new AtomicInteger();

		volatile Runnable onStop = () -> {
		};

		volatile boolean stoppedWhileLeading;

		private volatile boolean running;

		@Override
		public void start() {
			this.running = true;
			this.starts.incrementAndGet();
		}

		@Override
		public void stop() {
			this.running = false;
			this.onStop.run();
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

	static class Heard {

		final List<Object> events = new CopyOnWriteArrayList<>();

		@EventListener
		void granted(LeaderGrantedEvent event) {
			this.events.add(event);
		}

		@EventListener
		void revoked(LeaderRevokedEvent event) {
			this.events.add(event);
		}

	}

	/**
	 * The local store, which refuses every attempt for a while.
	 */
	static class FailingProvider extends ForwardingProvider {

		private final AtomicInteger failing;

		FailingProvider(AtomicInteger failing) {
			super(new LocalLockProvider());
			this.failing = failing;
		}

		@Override
		protected <T> T around(Call call, Supplier<T> request) {
			if (this.failing.get() > 0) {
				throw new LockStoreException("Table missing", Outcome.PERMANENT, null);
			}
			return request.get();
		}

	}

}
