// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.DistlockRedisClient;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties.Client;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.testserver.redis.RedisServer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The client of Redis that is marked for locks, among several.
 */
@ExtendWith(OutputCaptureExtension.class)
class MarkedRedisClientTests {

	private static final RedisServer server = RedisServer.shared();

	private final String key = "marked:" + System.nanoTime();

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, RedisLockAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));

	@Test
	void markedConnectionFactoryIsUsedRatherThanThePrimary() {
		this.bare.withUserConfiguration(PrimaryConfiguration.class, MarkedConfiguration.class)
			.run(this::assertLocksOnTheServer);
	}

	@Test
	void hiddenConnectionFactoryLeavesThatOfSpringBootAlone() {
		this.runner.withUserConfiguration(HiddenConfiguration.class)
			.withPropertyValues("spring.data.redis.port=1")
			.run((context) -> {
				assertThat(context).hasBean("redisConnectionFactory");
				assertLocksOnTheServer(context);
			});
	}

	@Test
	void markedRedissonClientIsUsedRatherThanSpringData() {
		this.runner.withUserConfiguration(MarkedRedissonConfiguration.class)
			.withPropertyValues("spring.data.redis.port=1")
			.run((context) -> {
				assertThat(context.getBean(RedisLockProviderCandidate.class).client().name())
					.isEqualTo(Client.REDISSON);
				assertLocksOnTheServer(context);
			});
	}

	@Test
	void namedClientIsUsedThoughTheOtherOneIsMarked() {
		this.runner.withUserConfiguration(MarkedRedissonConfiguration.class)
			.withPropertyValues("spring.data.redis.port=" + server.port(), "distlock.redis.client=spring-data-redis")
			.run((context) -> {
				assertThat(context.getBean(RedisLockProviderCandidate.class).client().name())
					.isEqualTo(Client.SPRING_DATA_REDIS);
				assertLocksOnTheServer(context);
			});
	}

	@Test
	void severalMarkedConnectionFactoriesFailAndAreNamed() {
		this.bare.withUserConfiguration(MarkedConfiguration.class, OtherMarkedConfiguration.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("several RedisConnectionFactory beans")
				.hasMessageContaining("[locks, moreLocks]")
				.hasMessageContaining("@io.distlock.autoconfigure.DistlockRedisClient"));
	}

	@Test
	void staticReplicasAreWarnedOfWithTheAnnotationThatAvoidsThem(CapturedOutput output) {
		whileWaiting(withStaticReplicas(),
				() -> Awaitility.await()
					.untilAsserted(() -> assertThat(output).contains("Not listening for released locks in Redis",
							"@DistlockRedisClient")));
	}

	@Test
	void markedConnectionFactoryIsNotifiedOfReleasesBesideStaticReplicas() {
		whileWaiting(withStaticReplicas().withUserConfiguration(HiddenConfiguration.class),
				() -> Awaitility.await()
					.untilAsserted(() -> assertThat(server.send("PUBSUB", "CHANNELS", "distlock:node:*"))
						.asInstanceOf(InstanceOfAssertFactories.LIST)
						.isNotEmpty()));
	}

	private ApplicationContextRunner withStaticReplicas() {
		return this.runner.withPropertyValues("spring.data.redis.masterreplica.nodes=127.0.0.1:" + server.port());
	}

	/**
	 * Let one application hold a lock for which another one waits.
	 */
	private void whileWaiting(ApplicationContextRunner application, Runnable assertion) {
		application.run((holder) -> application.run((waiter) -> {
			CompletableFuture<Boolean> waiting = holder.getBean(LockTemplate.class).execute(this.key, (lock) -> {
				CompletableFuture<Boolean> second = CompletableFuture
					.supplyAsync(() -> waiter.getBean(LockTemplate.class)
						.execute(LockRequest.of(this.key).waitTime(Duration.ofMinutes(2)), HeldLock::isHeld));
				assertion.run();
				return second;
			});
			assertThat(waiting).succeedsWithin(Duration.ofMinutes(2)).isEqualTo(true);
		}));
	}

	private void assertLocksOnTheServer(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		Object keys = context.getBean(LockTemplate.class)
			.execute(this.key, (lock) -> server.send("KEYS", "distlock:{*" + this.key + "}"));
		assertThat(keys).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(1);
	}

	private static LettuceConnectionFactory newFactory(int port) {
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(server.host(), port));
	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryConfiguration {

		@Bean
		@Primary
		LettuceConnectionFactory nowhere() {
			return newFactory(1);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedConfiguration {

		@Bean
		@DistlockRedisClient
		LettuceConnectionFactory locks() {
			return newFactory(server.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherMarkedConfiguration {

		@Bean
		@DistlockRedisClient
		LettuceConnectionFactory moreLocks() {
			return newFactory(server.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HiddenConfiguration {

		@Bean(defaultCandidate = false)
		@DistlockRedisClient
		LettuceConnectionFactory hidden() {
			return newFactory(server.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedRedissonConfiguration {

		@Bean(destroyMethod = "shutdown")
		@DistlockRedisClient
		RedissonClient redisson() {
			Config config = new Config();
			config.setThreads(2).setNettyThreads(2);
			config.useSingleServer()
				.setAddress("redis://" + server.address())
				.setConnectionMinimumIdleSize(1)
				.setConnectionPoolSize(4);
			return Redisson.create(config);
		}

	}

}
