// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import io.lettuce.core.api.StatefulConnection;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import redis.clients.jedis.JedisPoolConfig;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A client whose commands block, and a server that takes requests but does not answer.
 */
@Isolated
class BlockingClientTests {

	private static final LockScript COUNT = LockScript.of("count", "return {redis.call('INCR', KEYS[1])}");

	private static final Duration LEASE = Duration.ofSeconds(5);

	private final ExecutorService callers = Executors.newCachedThreadPool(DaemonThreads.named("caller"));

	private final String key = "{%s}".formatted(UUID.randomUUID());

	private FaultyRelay relay;

	private RedisClients.Client client;

	private RedisTransport transport;

	@BeforeEach
	void connect() {
		this.relay = new FaultyRelay(RedisServer.shared().port());
		this.client = RedisClients.JEDIS.connect("127.0.0.1", this.relay.port());
		this.transport = this.client.transports().get();
	}

	@AfterEach
	void stop() throws Exception {
		this.relay.heal();
		this.transport.close();
		this.client.close();
		this.relay.close();
		this.callers.shutdownNow();
	}

	@Test
	void requestWithoutAnAnswerMayHaveTakenEffect() {
		assertThat(this.transport.run(count()).number(0)).isEqualTo(1);
		this.relay.holdAnswers();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> this.transport.run(count()))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.UNKNOWN));
		this.relay.heal();
		assertThat(this.transport.run(count()).number(0)).as("the request had taken effect").isEqualTo(3);
	}

	@Test
	void requestsWithoutAnswersTakeFourThreadsThatEndWithTheTransport() throws Exception {
		assertThat(this.transport.run(count()).number(0)).isEqualTo(1);
		this.relay.holdAnswers();
		List<CompletableFuture<ScriptReply>> sent = IntStream.range(0, 40)
			.mapToObj((i) -> this.transport.send(count()))
			.toList();
		assertThat(sendingThreads()).isEqualTo(4);
		this.relay.heal();
		this.transport.close();
		for (CompletableFuture<ScriptReply> reply : sent) {
			assertThat(isAnswered(reply)).isTrue();
		}
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> sendingThreads() == 0);
	}

	@Test
	@Tag("timing")
	@Tag("proof")
	void waitingCallersKeepNoRenewalFromASmallPool() throws Exception {
		try (TestNodes nodes = new TestNodes()) {
			TestNode node = nodes.node(nodes.add(withPoolOf(2)), ReplicaSettings.defaults());
			HeldLock held = node.template.acquire(TestNodes.request(this.key, LEASE));
			List<CompletableFuture<Boolean>> waiting = IntStream.range(0, 30)
				.mapToObj((i) -> CompletableFuture.supplyAsync(() -> getAndRelease(node), this.callers))
				.toList();
			Awaitility.await()
				.during(LEASE.multipliedBy(2))
				.atMost(TestNodes.PATIENCE)
				.untilAsserted(() -> assertThat(held.isHeld()).isTrue());
			held.release();
			for (CompletableFuture<Boolean> next : waiting) {
				assertThat(next.get(120, TimeUnit.SECONDS)).isTrue();
			}
		}
	}

	@Test
	void poolOfLettuceThatIsUsedUpHoldsUpNoLock() {
		GenericObjectPoolConfig<StatefulConnection<?, ?>> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(1);
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", this.relay.port()),
				LettucePoolingClientConfiguration.builder().poolConfig(pool).build());
		factory.setShareNativeConnection(false);
		factory.afterPropertiesSet();
		factory.start();
		RedisTransport lettuce = SpringRedisTransports.of(factory, factory::destroy);
		RedisConnection all = factory.getConnection();
		assertThat(all.ping()).isEqualTo("PONG");
		assertThat(lettuce.run(count()).number(0)).isEqualTo(1);
		all.close();
		lettuce.close();
	}

	@Test
	void lettuceIsUsedAsItIsWhereItsServersCannotBeRead() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStaticMasterReplicaConfiguration("127.0.0.1", this.relay.port()),
				LettuceClientConfiguration.defaultConfiguration());
		factory.afterPropertiesSet();
		factory.start();
		RedisTransport lettuce = SpringRedisTransports.of(factory, factory::destroy);
		assertThat(lettuce.run(count()).number(0)).isEqualTo(1);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> lettuce.subscribe("distlock:static", new Deaf()))
			.satisfies((ex) -> assertThat(RedisErrors.isUnsupported(ex)).isTrue());
		this.relay.silenceAll();
		this.relay.serve();
		Awaitility.await().ignoreException(LockStoreException.class).until(() -> lettuce.run(count()).number(0) > 1);
		lettuce.close();
	}

	@Test
	void subscriptionThatIsGivenUpTakesNoConnectionLater() throws Exception {
		JedisPoolConfig pool = new JedisPoolConfig();
		pool.setMaxTotal(1);
		JedisConnectionFactory factory = new JedisConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", this.relay.port()),
				JedisClientConfiguration.builder().usePooling().poolConfig(pool).build());
		factory.afterPropertiesSet();
		factory.start();
		RedisTransport pooled = SpringRedisTransports.of(factory, factory::destroy);
		assertThat(pooled.run(count()).number(0)).isEqualTo(1);
		byte[] list = (this.key + ":list").getBytes();
		Future<?> all = this.callers.submit(() -> factory.getConnection().bLPop(0, list));
		Awaitility.await().until(() -> !RedisServer.shared().info("blocked_clients").equals("0"));
		assertThatExceptionOfType(LockStoreException.class)
			.isThrownBy(() -> pooled.subscribe("distlock:late", new Deaf()));
		RedisServer.shared().send("RPUSH", this.key + ":list", "go");
		all.get(60, TimeUnit.SECONDS);
		Future<ScriptReply> next = this.callers.submit(() -> pooled.run(count()));
		assertThat(next.get(60, TimeUnit.SECONDS).number(0)).isEqualTo(2);
		pooled.close();
	}

	private boolean getAndRelease(TestNode node) {
		try (HeldLock next = node.template.acquire(TestNodes.request(this.key, LEASE))) {
			return next.isHeld();
		}
	}

	private static RedisClients.Client withPoolOf(int size) {
		JedisPoolConfig pool = new JedisPoolConfig();
		pool.setMaxTotal(size);
		JedisConnectionFactory factory = new JedisConnectionFactory(
				new RedisStandaloneConfiguration(RedisServer.shared().host(), RedisServer.shared().port()),
				JedisClientConfiguration.builder().usePooling().poolConfig(pool).build());
		factory.afterPropertiesSet();
		factory.start();
		return new RedisClients.Client(() -> SpringRedisTransports.of(factory), factory::destroy);
	}

	private static boolean isAnswered(CompletableFuture<ScriptReply> reply) throws Exception {
		try {
			return reply.get(60, TimeUnit.SECONDS).number(0) > 1;
		}
		catch (ExecutionException ex) {
			return ((LockStoreException) ex.getCause()).getOutcome() == Outcome.UNKNOWN;
		}
	}

	private static long sendingThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("distlock-redis-send"))
			.count();
	}

	private ScriptCall count() {
		return new ScriptCall(COUNT, List.of(this.key), List.of(), () -> "count");
	}

	private static final class Deaf implements RedisSubscription.Listener {

		@Override
		public void answered() {
		}

		@Override
		public void message(String text) {
		}

		@Override
		public void interrupted(Throwable cause) {
		}

	}

}
