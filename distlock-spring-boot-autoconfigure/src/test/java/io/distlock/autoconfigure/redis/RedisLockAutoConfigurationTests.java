// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties.Client;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisServer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks in the application's Redis: over which client, and with which settings.
 */
@Tag("timing")
class RedisLockAutoConfigurationTests {

	private static final RedisServer server = RedisServer.shared();

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, RedisLockAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.port=" + server.port());

	@ParameterizedTest
	@CsvSource({ "lettuce, org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
			"jedis, org.springframework.data.redis.connection.jedis.JedisConnectionFactory" })
	void connectionFactoryOfSpringDataLeadsToTheLocks(String client, Class<?> factory) {
		this.runner.withPropertyValues("spring.data.redis.client-type=" + client).run((context) -> {
			assertThat(context).hasSingleBean(factory);
			assertThat(chosen(context)).isEqualTo(Client.SPRING_DATA_REDIS);
			assertLocksInRedis(context);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.redis.redlock.nodes", "distlock.redis.redlock.factories",
			"distlock.redis.redlock.quarantine", "DISTLOCK_REDIS_REDLOCK_NODES" })
	void propertyOfRedlockWithoutItsModuleFails(String property) {
		for (ApplicationContextRunner application : List.of(this.bare, this.runner)) {
			application
				.withInitializer((context) -> context.getEnvironment()
					.getPropertySources()
					.addFirst(new SystemEnvironmentPropertySource("own-systemEnvironment", Map.of(property, "1m"))))
				.run((context) -> assertThat(context).getFailure()
					.rootCause()
					.isInstanceOf(LockConfigurationException.class)
					.hasMessageContaining("%s is set, but Redlock is not on the class path",
							property.toLowerCase(Locale.ROOT).replace('_', '.'))
					.hasMessageContaining("Add io.distlock:distlock-redlock"));
		}
	}

	@Test
	void propertyOfRedlockWithoutAValueNeedsNoModule() {
		this.runner.withPropertyValues("distlock.redis.redlock.nodes=", "distlock.redis.redlock.quarantine=")
			.run(RedisLockAutoConfigurationTests::assertLocksInRedis);
	}

	@Test
	void nodesOfRedlockWithoutItsModuleFail() {
		this.runner
			.withPropertyValues("distlock.redis.redlock.nodes[0]=redis://a",
					"distlock.redis.redlock.nodes[1]=redis://b", "distlock.redis.redlock.nodes[2]=redis://c")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.redis.redlock.nodes is set"));
	}

	@Test
	void redissonLeadsToTheLocksWhereItIsTheOnlyClient() {
		this.bare.withUserConfiguration(RedissonConfiguration.class).run((context) -> {
			assertThat(chosen(context)).isEqualTo(Client.REDISSON);
			assertLocksInRedis(context);
		});
	}

	@Test
	void springDataLeadsToTheLocksWhereBothClientsAreThere() {
		this.runner.withUserConfiguration(RedissonConfiguration.class).run((context) -> {
			assertThat(chosen(context)).isEqualTo(Client.SPRING_DATA_REDIS);
			assertLocksInRedis(context);
		});
	}

	@Test
	void redissonLeadsToTheLocksWhereSpringDataRunsOnIt() {
		this.runner.withUserConfiguration(RedissonConfiguration.class, SpringDataOnRedissonConfiguration.class)
			.run((context) -> {
				assertThat(context).getBeans(RedisConnectionFactory.class).hasSize(1);
				assertThat(chosen(context)).isEqualTo(Client.REDISSON);
				assertLocksInRedis(context);
			});
	}

	@Test
	void springDataOnRedissonIsNotTheNamedSpringData() {
		this.runner.withUserConfiguration(RedissonConfiguration.class, SpringDataOnRedissonConfiguration.class)
			.withPropertyValues("distlock.redis.client=spring-data-redis")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("none but that of Redisson"));
	}

	@Test
	void namedClientIsUsedWhereBothAreThere() {
		this.runner.withUserConfiguration(RedissonConfiguration.class)
			.withPropertyValues("distlock.redis.client=redisson")
			.run((context) -> {
				assertThat(chosen(context)).isEqualTo(Client.REDISSON);
				assertLocksInRedis(context);
			});
	}

	@Test
	void primaryConnectionFactoryIsUsedAmongSeveral() {
		this.bare.withUserConfiguration(PrimaryConfiguration.class)
			.run(RedisLockAutoConfigurationTests::assertLocksInRedis);
	}

	@Test
	void severalConnectionFactoriesFailAndAreNamed() {
		this.bare.withUserConfiguration(TwoFactoriesConfiguration.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("several RedisConnectionFactory beans")
				.hasMessageContaining("cache, sessions")
				.hasMessageContaining("@Primary")
				.hasMessageContaining("@io.distlock.autoconfigure.DistlockRedisClient"));
	}

	@Test
	void severalRedissonClientsFailAndAreNamed() {
		this.bare.withUserConfiguration(RedissonConfiguration.class)
			.withBean("other", RedissonClient.class, RedisLockAutoConfigurationTests::newRedisson)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("several RedissonClient beans")
				.hasMessageContaining("other")
				.hasMessageContaining("@Primary")
				.hasMessageContaining("@io.distlock.autoconfigure.DistlockRedisClient"));
	}

	@Test
	void redisWithoutAClientFailsAndSaysWhatToAdd() {
		this.bare.withPropertyValues("distlock.provider=redis")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("neither a RedisConnectionFactory nor a RedissonClient")
				.hasMessageContaining("spring-boot-starter-data-redis")
				.hasMessageContaining("spring.data.redis.host"));
	}

	@Test
	void redissonThatIsNotThereFailsAlthoughSpringDataIs() {
		this.runner.withPropertyValues("distlock.redis.client=redisson")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.redis.client is 'redisson'")
				.hasMessageContaining("there is no RedissonClient bean"));
	}

	@Test
	void springDataThatIsNotThereFailsAlthoughRedissonIs() {
		this.bare.withUserConfiguration(RedissonConfiguration.class)
			.withPropertyValues("distlock.redis.client=spring-data-redis")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.redis.client is 'spring-data-redis'")
				.hasMessageContaining("there is no RedisConnectionFactory bean"));
	}

	@Test
	void noClientMeansNoStore() {
		this.bare.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContaining("distlock has no store for its locks")
			.hasMessageContaining("On the class path: local, redis."));
	}

	@Test
	void databaseAndRedisFailWithTheChoiceSpelledOut() {
		withDatabase().run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContaining("several stores that could hold its locks (jdbc, redis)")
			.hasMessageContaining("distlock.provider=jdbc")
			.hasMessageContaining("distlock.provider=redis"));
	}

	@ParameterizedTest
	@CsvSource({ "redis, io.distlock.redis.RedisLockProvider", "jdbc, io.distlock.jdbc.JdbcLockProvider",
			"local, io.distlock.local.LocalLockProvider" })
	void namedStoreIsUsedWhereADatabaseAndRedisAreThere(String name, Class<?> provider) {
		withDatabase().withPropertyValues("distlock.provider=" + name)
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(provider));
	}

	@Test
	void providerOfTheApplicationWins() {
		this.runner.withBean("own", LockProvider.class, LocalLockProvider::new)
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isSameAs(context.getBean("own")));
	}

	@Test
	void disabledLeavesRedisAlone() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProvider.class)
				.doesNotHaveBean(RedisLockProviderCandidate.class));
	}

	@Test
	void springDataNeedsNoRedisson() {
		this.runner.withClassLoader(new FilteredClassLoader("org.redisson"))
			.run(RedisLockAutoConfigurationTests::assertLocksInRedis);
	}

	@Test
	void redissonNeedsNoSpringData() {
		this.bare.withClassLoader(withoutSpringData())
			.withUserConfiguration(RedissonConfiguration.class)
			.run(RedisLockAutoConfigurationTests::assertLocksInRedis);
	}

	@Test
	void redisWithoutAnyClientClassFailsAndNamesWhatIsThere() {
		this.bare.withPropertyValues("distlock.provider=redis")
			.withClassLoader(new FilteredClassLoader("org.redisson", "org.springframework.data.redis",
					"org.springframework.boot.data.redis"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.provider is 'redis'")
				.hasMessageContaining("no such store on the class path")
				.hasMessageContaining("spring-boot-starter-data-redis"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void idleContextHasLookedAtTheServerOnceAndKeepsNoThread(String client) {
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		long connections = connectionsReceived();
		this.runner.withPropertyValues("spring.data.redis.client-type=" + client).run((context) -> {
			assertThat(context.getBean(LockTemplate.class)).isNotNull();
			assertThat(connectionsReceived() - connections).as("the application's, and the one that asks").isEqualTo(2);
			Awaitility.await().untilAsserted(() -> {
				Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
				started.removeAll(before);
				assertThat(started).extracting(Thread::getName).noneMatch((name) -> name.startsWith("distlock"));
			});
		});
	}

	@Test
	void closedContextLeavesTheClientOfItsParentOpen() {
		new ApplicationContextRunner().withUserConfiguration(PrimaryConfiguration.class).run((parent) -> {
			this.bare.withParent(parent).run(RedisLockAutoConfigurationTests::assertLocksInRedis);
			assertThat(parent.getBean(RedisConnectionFactory.class).getConnection().ping()).isEqualTo("PONG");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void userOfTheReferenceMayDoWhatLocksNeed(String client) throws IOException {
		assertThat(server.send((Object[]) commandOfTheReference().split("\\s+"))).isEqualTo("OK");
		this.runner
			.withPropertyValues("spring.data.redis.client-type=" + client, "spring.data.redis.username=locks",
					"spring.data.redis.password=secret", "distlock.hand-off.max-duration=0")
			.run((context) -> {
				assertLocksInRedis(context);
				assertHandedOver(context);
				LockTemplate template = context.getBean(LockTemplate.class);
				for (LockRequest together : List.of(LockRequest.of("read").shared(),
						LockRequest.of("limited").permits(2))) {
					HeldLock first = template.acquire(together);
					assertThat(template.acquire(together).release() && first.release()).isTrue();
				}
				assertThat(server.send("ACL", "LOG")).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
			});
	}

	private static String commandOfTheReference() throws IOException {
		String page = Files.readString(Path.of("../src-docs/modules/ROOT/pages/redis.adoc"));
		String section = page.substring(page.indexOf("[[acl]]"));
		return section.substring(section.indexOf("ACL SETUSER"),
				section.indexOf("\n----", section.indexOf("ACL SETUSER")));
	}

	@BeforeEach
	void forgetOtherTests() {
		server.send("FLUSHALL");
	}

	@Test
	void lazyContextTakesLocks() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run(RedisLockAutoConfigurationTests::assertLocksInRedis);
	}

	@Test
	void settingsAreThoseOfTheLibraryWhereNothingIsSaid() {
		this.runner.run((context) -> assertThat(context.getBean(RedisLockSettings.class)).usingRecursiveComparison()
			.isEqualTo(RedisLockSettings.defaults()));
	}

	@Test
	void serverThatMayEvictLocksFailsTheStartUnlessThatIsAccepted() {
		try (RedisServer evicting = new RedisServer("--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru")
			.start()) {
			ApplicationContextRunner risky = this.runner
				.withPropertyValues("spring.data.redis.port=" + evicting.port());
			risky.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("maxmemory-policy is 'allkeys-lru'")
				.hasMessageContaining("distlock.redis.eviction-check"));
			risky.withPropertyValues("distlock.redis.eviction-check=warn")
				.run((context) -> assertThat(context).hasNotFailed());
		}
	}

	@Test
	void serverThatIsDownDoesNotFailTheStart() {
		this.runner.withPropertyValues("spring.data.redis.port=1").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void lockThatTooFewReplicasHaveIsNotTaken() {
		this.runner
			.withPropertyValues("distlock.redis.replicas.ack=1", "distlock.redis.replicas.timeout=10ms",
					"distlock.wait-time=0s")
			.run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).execute("replicated", HeldLock::isHeld))
				.withMessageContaining("distlock.redis.replicas.ack"));
	}

	@Test
	void settingsAreBound() {
		this.runner
			.withPropertyValues("distlock.redis.max-poll-interval=500ms", "distlock.redis.token-retention=7d",
					"distlock.redis.replicas.timeout=2s", "distlock.redis.fair=false")
			.run((context) -> {
				assertThat(context.getBean(RedisLockSettings.class)).usingRecursiveComparison()
					.isEqualTo(RedisLockSettings.defaults()
						.withMaxPollInterval(Duration.ofMillis(500))
						.withTokenRetention(Duration.ofDays(7))
						.withReplicas(ReplicaSettings.defaults().withTimeout(Duration.ofSeconds(2)))
						.withFair(false));
				assertLocksInRedis(context);
			});
	}

	@ParameterizedTest
	@CsvSource({ "max-poll-interval, 1ms", "max-poll-interval, 2m", "token-retention, 0s", "token-retention, -1d",
			"replicas.ack, -1", "replicas.timeout, 0s" })
	void senselessValueFailsAndIsNamed(String name, String value) {
		this.runner.withPropertyValues("distlock.redis.%s=%s".formatted(name, value))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.redis." + name));
	}

	@Test
	void autoConfigurationOfSpringBootThatOursFollowsExists() {
		AutoConfiguration annotation = RedisLockAutoConfiguration.class.getAnnotation(AutoConfiguration.class);
		assertThat(annotation.afterName()).contains(DataRedisAutoConfiguration.class.getName());
	}

	private ApplicationContextRunner withDatabase() {
		return this.runner.withConfiguration(
				AutoConfigurations.of(JdbcLockAutoConfiguration.class, DataSourceAutoConfiguration.class));
	}

	private static void assertLocksInRedis(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		LockProvider provider = context.getBean(LockProvider.class);
		assertThat(provider).isInstanceOf(RedisLockProvider.class);
		boolean held = context.getBean(LockTemplate.class).execute("key", (lock) -> {
			assertThat(server.send("KEYS", "distlock:{*key}")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(1);
			assertThat(((LockCatalog) provider).heldLocks(10)).singleElement()
				.satisfies((stored) -> assertThat(stored.lastToken()).isGreaterThanOrEqualTo(lock.fencingToken()));
			return lock.isHeld();
		});
		assertThat(held).isTrue();
		assertThat(((LockCatalog) provider).heldLocks(10)).isEmpty();
	}

	/**
	 * Let another application wait for a lock, so that messages are sent and heard.
	 */
	private static void assertHandedOver(AssertableApplicationContext context) {
		LockTemplate template = context.getBean(LockTemplate.class);
		try (AnnotationConfigApplicationContext other = new AnnotationConfigApplicationContext()) {
			other.setEnvironment(context.getEnvironment());
			other.register(DataRedisAutoConfiguration.class, RedisLockAutoConfiguration.class,
					DistlockAutoConfiguration.class);
			other.refresh();
			LockTemplate otherTemplate = other.getBean(LockTemplate.class);
			CompletableFuture<Boolean> waiting = template.execute("key", (lock) -> {
				CompletableFuture<Boolean> second = CompletableFuture
					.supplyAsync(() -> otherTemplate.execute("key", HeldLock::isHeld));
				Awaitility.await()
					.until(() -> ((LockCatalog) context.getBean(LockProvider.class)).heldLocks(1).get(0).awaited());
				return second;
			});
			assertThat(waiting).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(true);
		}
	}

	private static Client chosen(AssertableApplicationContext context) {
		return context.getBean(RedisLockProviderCandidate.class).client().name();
	}

	private static long connectionsReceived() {
		return Long.parseLong(server.info("total_connections_received"));
	}

	private static ClassLoader withoutSpringData() {
		return new FilteredClassLoader("org.springframework.data.redis", "org.springframework.boot.data.redis");
	}

	private static RedissonClient newRedisson() {
		Config config = new Config();
		config.setThreads(2).setNettyThreads(2);
		config.useSingleServer()
			.setAddress("redis://" + server.address())
			.setConnectionMinimumIdleSize(1)
			.setConnectionPoolSize(4);
		return Redisson.create(config);
	}

	private static LettuceConnectionFactory newLettuce(int port) {
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(server.host(), port));
	}

	@Configuration(proxyBeanMethods = false)
	static class RedissonConfiguration {

		@Bean(destroyMethod = "shutdown")
		RedissonClient redisson() {
			return newRedisson();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SpringDataOnRedissonConfiguration {

		@Bean
		RedissonConnectionFactory redissonConnectionFactory(RedissonClient redisson) {
			return new RedissonConnectionFactory(redisson);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactoriesConfiguration {

		@Bean
		LettuceConnectionFactory cache() {
			return newLettuce(server.port());
		}

		@Bean
		JedisConnectionFactory sessions() {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration(server.host(), server.port()));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryConfiguration {

		@Bean
		@Primary
		LettuceConnectionFactory locks() {
			return newLettuce(server.port());
		}

		@Bean
		LettuceConnectionFactory nowhere() {
			return newLettuce(1);
		}

	}

}
