// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.check;

import java.util.List;

import io.distlock.redis.RedisClients;
import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisReplication;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the look at a server finds.
 */
@Tag("timing")
class RedisServerCheckTests {

	private static final ReplicaSettings NONE = ReplicaSettings.defaults();

	@Test
	void serverThatKeepsEverythingGivesNoWarning() {
		try (RedisServer server = new RedisServer("--appendonly", "yes", "--maxmemory", "50mb").start()) {
			assertThat(check(server, EvictionCheck.FAIL, NONE)).isEmpty();
		}
	}

	@Test
	void serverThatMayEvictLocksIsRefusedWithTheRemedy() {
		try (RedisServer server = evicting()) {
			assertThatExceptionOfType(UnsafeRedisServerException.class)
				.isThrownBy(() -> check(server, EvictionCheck.FAIL, NONE))
				.withMessageContaining("maxmemory-policy is 'volatile-lru'")
				.withMessageContaining("maxmemory-policy noeviction")
				.withMessageContaining("distlock.redis.eviction-check");
		}
	}

	@Test
	void evictionIsAWarningOrNothingWhereThatIsWanted() {
		try (RedisServer server = evicting()) {
			assertThat(check(server, EvictionCheck.WARN, NONE))
				.anySatisfy((warning) -> assertThat(warning).contains("maxmemory-policy"));
			assertThat(check(server, EvictionCheck.OFF, NONE))
				.noneSatisfy((warning) -> assertThat(warning).contains("maxmemory-policy"));
		}
	}

	@Test
	void evictionPolicyWithoutALimitEvictsNothing() {
		try (RedisServer server = new RedisServer("--maxmemory-policy", "allkeys-lru").start()) {
			assertThat(check(server, EvictionCheck.FAIL, NONE))
				.noneSatisfy((warning) -> assertThat(warning).contains("maxmemory-policy"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "30000, true", "0, true", "3000, false" })
	void redissonThatRarelyPingsGivesAWarning(int interval, boolean warned) {
		Config config = new Config();
		config.useSingleServer()
			.setAddress("redis://" + RedisServer.shared().address())
			.setPingConnectionInterval(interval);
		RedissonClient client = Redisson.create(config);
		try (RedisTransport transport = new RedissonTransport(client)) {
			assertThat(new RedisServerCheck(EvictionCheck.OFF).check(transport, NONE)
				.stream()
				.anyMatch((warning) -> warning.contains("'pingConnectionInterval' is " + interval)
						&& warning.contains("at most 3000")))
				.isEqualTo(warned);
		}
		finally {
			client.shutdown();
		}
	}

	@Test
	void serverThatForgetsAtARestartGivesAWarning() {
		try (RedisServer server = new RedisServer("--rename-command", "CONFIG", "").start()) {
			assertThat(check(server, EvictionCheck.FAIL, NONE)).singleElement()
				.satisfies((warning) -> assertThat(warning).contains("appendonly", "restart loses held locks"));
		}
	}

	@Test
	void replicasThatNobodyWaitsForGiveAWarning() {
		try (RedisReplication servers = new RedisReplication("--appendonly", "yes").start()) {
			assertThat(check(servers.master(), EvictionCheck.FAIL, NONE)).singleElement()
				.satisfies((warning) -> assertThat(warning).contains("2 replica(s)", "distlock.redis.replicas.ack",
						"failover"));
			assertThat(check(servers.master(), EvictionCheck.FAIL, acknowledged(2, false))).isEmpty();
			assertThat(check(servers.master(), EvictionCheck.FAIL, acknowledged(3, false))).singleElement()
				.satisfies((warning) -> assertThat(warning).contains("asks for 3", "no lock can be acquired"));
		}
	}

	@Test
	void durabilityThatTheServerCannotGiveIsRefused() {
		try (RedisServer memory = new RedisServer().start();
				RedisServer old = new RedisServer("--appendonly", "yes").start()) {
			assertThatExceptionOfType(UnsafeRedisServerException.class)
				.isThrownBy(() -> check(memory, EvictionCheck.FAIL, acknowledged(0, true)))
				.withMessageContaining("appendonly yes");
			assertThatExceptionOfType(UnsafeRedisServerException.class)
				.isThrownBy(() -> check(old, EvictionCheck.FAIL, acknowledged(0, true)))
				.withMessageContaining("7.0.15")
				.withMessageContaining("7.2");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void serverThatIsDownIsAWarningThatNamesIt(RedisClients clients) {
		RedisServer down = new RedisServer();
		assertThat(check(clients, down, EvictionCheck.FAIL, NONE)).singleElement()
			.satisfies((warning) -> assertThat(warning).contains("Could not inspect")
				.contains(down.host() + ":" + down.port()));
	}

	private static RedisServer evicting() {
		return new RedisServer("--maxmemory", "50mb", "--maxmemory-policy", "volatile-lru").start();
	}

	private static ReplicaSettings acknowledged(int replicas, boolean durable) {
		return ReplicaSettings.defaults().withAck(replicas).withDurable(durable);
	}

	private static List<String> check(RedisServer server, EvictionCheck eviction, ReplicaSettings replicas) {
		return check(RedisClients.LETTUCE, server, eviction, replicas);
	}

	private static List<String> check(RedisClients clients, RedisServer server, EvictionCheck eviction,
			ReplicaSettings replicas) {
		try (RedisClients.Client client = clients.connect(server.host(), server.port());
				RedisTransport transport = client.transports().get()) {
			return new RedisServerCheck(eviction).check(transport, replicas);
		}
	}

}
