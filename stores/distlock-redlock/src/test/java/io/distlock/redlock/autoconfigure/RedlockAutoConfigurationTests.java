// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redlock.RedlockProvider;
import io.distlock.redlock.RedlockSettings;
import io.distlock.testserver.redis.RedisMasters;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.logging.ConditionEvaluationReportLoggingListener;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locks on independent masters: when, and what is said about settings and servers that do
 * not do.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class RedlockAutoConfigurationTests {

	private static final String DOWN = "redis://127.0.0.1:1, redis://127.0.0.1:2, redis://127.0.0.1:3";

	private static final RedisMasters masters = new RedisMasters("--appendonly", "yes");

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedisLockAutoConfiguration.class));

	@BeforeAll
	static void start() {
		masters.start();
	}

	@AfterAll
	static void stop() {
		masters.close();
	}

	@Test
	void nodesAreEnoughForRedlock(CapturedOutput output) {
		nodes(addresses(3)).withPropertyValues("spring.application.name=shop").run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(RedisConnectionFactory.class);
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(RedlockProvider.class);
			assertThat(context.getBean(RedlockProviderCandidate.class).settings()).usingRecursiveComparison()
				.isEqualTo(RedlockSettings.defaults());
		});
		assertThat(output)
			.containsOnlyOnce("Redlock: each lock is kept by a majority of 3 Redis masters, %s"
				.formatted(String.join(", ", addresses(3))))
			.containsOnlyOnce("Locks: provider redlock, prefix")
			.doesNotContainPattern("WARN +\\[(main|distlock)");
	}

	@Test
	void nodesWinOverTheClientOfTheApplication() {
		ApplicationContextRunner application = this.runner
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.port=" + masters.get(4).port());
		application
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(RedisLockProvider.class));
		application.withPropertyValues("distlock.redis.redlock.nodes=" + String.join(",", addresses(3)))
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(RedlockProvider.class));
		application.withPropertyValues("distlock.redis.redlock.nodes=")
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(RedisLockProvider.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "auto", "redis" })
	void nodesAreNotIgnoredWithoutTheAutoConfiguration(String provider) {
		assertFails(
				new ApplicationContextRunner().withBean(LockUser.class)
					.withConfiguration(
							AutoConfigurations.of(DistlockAutoConfiguration.class, RedisLockAutoConfiguration.class))
					.withPropertyValues("distlock.redis.redlock.nodes=" + String.join(",", addresses(3)),
							"distlock.provider=" + provider.replace("auto", "")),
				"distlock.redis.redlock.nodes is set", "Add io.distlock:distlock-redlock");
	}

	@Test
	void unknownPropertyFailsAndIsNamed() {
		nodes(addresses(3)).withPropertyValues("distlock.redis.redlock.node-time=1s")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("distlock.redis.redlock.node-time"));
	}

	@Test
	void databaseAndNodesFailWithTheChoiceSpelledOut() {
		ApplicationContextRunner both = nodes(addresses(3)).withConfiguration(
				AutoConfigurations.of(JdbcLockAutoConfiguration.class, DataSourceAutoConfiguration.class));
		both.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContaining("(jdbc, redis)"));
		both.withPropertyValues("distlock.provider=redis")
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isInstanceOf(RedlockProvider.class));
	}

	@Test
	void settingsAreBound() {
		nodes(addresses(5))
			.withPropertyValues("distlock.redis.redlock.node-timeout=1s", "distlock.redis.redlock.quarantine=5m")
			.run((context) -> assertThat(context.getBean(RedlockProviderCandidate.class).settings())
				.usingRecursiveComparison()
				.isEqualTo(RedlockSettings.defaults()
					.withNodeTimeout(Duration.ofSeconds(1))
					.withQuarantine(Duration.ofMinutes(5))));
	}

	@ParameterizedTest
	@CsvSource({ "node-timeout, 5ms", "node-timeout, 11s", "quarantine, -1s", "quarantine, 2d" })
	void senselessValueFailsAndIsNamed(String name, String value) {
		assertFails(nodes(addresses(3)).withPropertyValues("distlock.redis.redlock.%s=%s".formatted(name, value)),
				"distlock.redis.redlock." + name);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis://a                                                   | names 1 master(s) | 3, 5
					redis://a,redis://b                                         | names 2 master(s) | spring.data.redis.host
					redis://a,redis://b,redis://c,redis://d                     | names 4 masters   | odd number
					redis://a,redis://b,http://c                                | nodes[2]' is not the address | redis[s]://
					redis://a,redis://b,                                        | nodes[2]' is not the address | redis[s]://
					redis://a,redis://b:x,redis://c                             | nodes[1]' is not the address | redis[s]://
					redis://a,redis://b,redis://A:6379/1                        | nodes[2]' is 'redis://A:6379/1', the same server as | nodes[0]
					""")
	void nodesThatDoNotDoFailAndAreNamed(String value, String problem, String remedy) {
		assertFails(this.runner.withPropertyValues("distlock.redis.redlock.nodes=" + value),
				"distlock.redis.redlock.nodes", problem, remedy);
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.redis.replicas.ack=2", "distlock.redis.replicas.durable=true" })
	void nodesAndReplicasContradictEachOther(String replicas) {
		String[] property = replicas.split("=");
		assertFails(nodes(addresses(3)).withPropertyValues(replicas),
				"'%s' is '%s'".formatted(property[0], property[1]), "distlock.redis.redlock", "Remove one");
	}

	@Test
	void leaseLongerThanTheQuarantineFails() {
		assertFails(nodes(addresses(3)).withPropertyValues("distlock.lease-time=90s"),
				"'distlock.lease-time' is '1m30s'", "'distlock.redis.redlock.quarantine' is '1m'",
				"Raise the quarantine");
		nodes(addresses(3)).withPropertyValues("distlock.lease-time=90s", "distlock.redis.redlock.quarantine=0")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource({ "auto, io.lettuce, not on the class path, Add spring-boot-starter-data-redis",
			"auto, org.springframework.data.redis, not on the class path, Add spring-boot-starter-data-redis",
			"redisson, org.unknown, 'distlock.redis.client', Lettuce only" })
	void clientOtherThanLettuceFails(String client, String hidden, String problem, String remedy) {
		assertFails(nodes(addresses(3)).withPropertyValues("distlock.redis.client=" + client)
			.withClassLoader(new FilteredClassLoader(hidden)), "Redlock", problem, remedy);
	}

	@Test
	void factoriesOfTheApplicationAreEnoughForRedlock(CapturedOutput output) {
		factories("a,b,c").withBean("a", LettuceConnectionFactory.class, () -> factory(0))
			.withBean("b", LettuceConnectionFactory.class, () -> factory(1))
			.withBean("c", LettuceConnectionFactory.class, () -> factory(2))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				LockProvider provider = context.getBean(LockProvider.class);
				assertThat(provider).isInstanceOf(RedlockProvider.class);
				LockRequest patient = LockRequest.of("key").waitTime(Duration.ofSeconds(30));
				assertThat(context.getBean(LockTemplate.class).execute(patient, HeldLock::isHeld)).isTrue();
				provider.close();
				assertThat(context.getBean("a", LettuceConnectionFactory.class).getConnection().ping())
					.isEqualTo("PONG");
			});
		assertThat(output)
			.containsOnlyOnce("Redlock: each lock is kept by a majority of 3 Redis masters, a (%s), b (%s)"
				.formatted(masters.get(0).address(), masters.get(1).address()));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					a,b       | names 2 master(s)                                | 3, 5
					a,b,none  | factories[2]' is 'none', but there is no such    | Name one of these: a, b, again, jedis, cluster
					a,b,again | factories[2]' is 'again (                        | different, independent server
					a,b,jedis | factories[2]' is 'jedis', a org.springframework  | LettuceConnectionFactory
					a,b,cluster | factories[2]' is 'cluster', which does not lead to the address of one | RedisStandaloneConfiguration
					""")
	void factoriesThatDoNotDoFailAndAreNamed(String value, String problem, String remedy) {
		assertFails(several(value), "distlock.redis.redlock.factories", problem, remedy);
	}

	@Test
	void factoriesAndNodesContradictEachOther() {
		assertFails(several("a,b").withPropertyValues("distlock.redis.redlock.nodes=" + DOWN),
				"distlock.redis.redlock.nodes", "distlock.redis.redlock.factories", "Name all masters");
	}

	private ApplicationContextRunner several(String names) {
		return factories(names).withBean("a", LettuceConnectionFactory.class, () -> factory(0))
			.withBean("b", LettuceConnectionFactory.class, () -> factory(1))
			.withBean("again", LettuceConnectionFactory.class, () -> factory(1))
			.withBean("jedis", JedisConnectionFactory.class, JedisConnectionFactory::new)
			.withBean("cluster", LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory(new RedisClusterConfiguration(List.of("127.0.0.1:1"))));
	}

	private ApplicationContextRunner factories(String names) {
		return this.runner.withPropertyValues("distlock.redis.redlock.factories=" + names,
				"distlock.redis.redlock.node-timeout=2s", "distlock.redis.redlock.quarantine=0");
	}

	private static LettuceConnectionFactory factory(int master) {
		return new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(masters.get(master).host(), masters.get(master).port()));
	}

	@Test
	void mastersThatAreDownAreWarnings(CapturedOutput output) {
		nodes(List.of(DOWN)).run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("Could not inspect Redis master redis://127.0.0.1:1")
			.contains("Could not inspect Redis master redis://127.0.0.1:3")
			.containsOnlyOnce("0 of 3 Redis masters have responded: no lock can be acquired until 2 do");
	}

	@Test
	void oneServerUnderTwoAddressesFails() {
		String other = "redis://localhost:" + masters.get(0).port();
		assertFails(nodes(List.of(addresses(2).get(0), addresses(2).get(1), other)), "masters of Redlock",
				"%s and %s are the same one".formatted(addresses(1).get(0), other), "vote would count twice");
	}

	@Test
	void masterThatMayEvictLocksFailsUnlessThatIsAccepted(CapturedOutput output) {
		try (RedisServer evicting = new RedisServer("--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru")
			.start()) {
			String address = "redis://" + evicting.address();
			ApplicationContextRunner risky = nodes(List.of(addresses(2).get(0), addresses(2).get(1), address));
			assertFails(risky, "Redis master " + address + " evicts keys", "distlock.redis.eviction-check");
			risky.withPropertyValues("distlock.redis.eviction-check=warn")
				.run((context) -> assertThat(context).hasNotFailed());
		}
	}

	@Test
	void passwordsAreShownNowhere(CapturedOutput output) {
		String secrets = "redis://locks:hidden1@127.0.0.1:1,rediss://:hidden1@127.0.0.1:2,redis://"
				+ masters.get(0).address();
		this.runner.withInitializer(ConditionEvaluationReportLoggingListener.forLogLevel(LogLevel.INFO))
			.withPropertyValues("distlock.redis.redlock.nodes=" + secrets, "spring.data.redis.password=hidden2")
			.run((context) -> assertThat(context).hasNotFailed());
		assertFails(
				this.runner.withPropertyValues(
						"distlock.redis.redlock.nodes=redis://a:hidden1@b,redis://a:hidden1@b,redis://c"),
				"the same server");
		assertThat(output).contains("Could not inspect").doesNotContain("hidden1").doesNotContain("hidden2");
	}

	@Test
	void closedContextLeavesNoConnection() {
		nodes(addresses(3)).run((context) -> assertThat(context).hasNotFailed());
		Awaitility.await()
			.untilAsserted(() -> assertThat(masters.all())
				.allSatisfy((master) -> assertThat(master.send("CLIENT", "LIST").toString().lines()).hasSize(1)));
	}

	private static void assertFails(ApplicationContextRunner runner, String... messages) {
		runner.run((AssertableApplicationContext context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContainingAll(messages)
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("hidden")));
	}

	private ApplicationContextRunner nodes(List<String> addresses) {
		return this.runner.withPropertyValues("distlock.redis.redlock.nodes=" + String.join(",", addresses));
	}

	private static List<String> addresses(int size) {
		return masters.all().stream().limit(size).map((master) -> "redis://" + master.address()).toList();
	}

}
