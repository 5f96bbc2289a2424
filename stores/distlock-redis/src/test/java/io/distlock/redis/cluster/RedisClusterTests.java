// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.contract.Renewed;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.YieldResult;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.testserver.redis.RedisCluster;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locks spread over the masters of a Redis Cluster, on every client.
 */
@Tag("timing")
@Tag("proof")
class RedisClusterTests {

	private static RedisCluster cluster;

	@BeforeAll
	static void startCluster() {
		cluster = new RedisCluster().start();
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	private static List<String> addresses() {
		return cluster.nodes().stream().map(RedisServer::address).toList();
	}

	@Test
	void lettuceKeepsLocksOnAllMasters() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisClusterConfiguration(addresses()));
		factory.afterPropertiesSet();
		factory.start();
		keepsLocks(new RedisLockProvider(SpringRedisTransports.of(factory), RedisLockSettings.defaults()));
		factory.destroy();
	}

	@Test
	void jedisKeepsLocksOnAllMasters() {
		JedisConnectionFactory factory = new JedisConnectionFactory(new RedisClusterConfiguration(addresses()));
		factory.afterPropertiesSet();
		factory.start();
		keepsLocks(new RedisLockProvider(SpringRedisTransports.of(factory), RedisLockSettings.defaults()));
		factory.destroy();
	}

	@Test
	void redissonKeepsLocksOnAllMasters() {
		Config config = new Config();
		ClusterServersConfig servers = config.useClusterServers();
		servers.setNodeAddresses(addresses().stream().map((address) -> "redis://" + address).toList());
		servers.setMasterConnectionMinimumIdleSize(1).setSlaveConnectionMinimumIdleSize(1);
		RedissonClient redisson = Redisson.create(config);
		keepsLocks(new RedisLockProvider(new RedissonTransport(redisson), RedisLockSettings.defaults()));
		redisson.shutdown();
	}

	private static void keepsLocks(RedisLockProvider provider) {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			leases.add(acquire(provider, "spread-" + i));
		}
		assertThat(Renewed.lost(provider, leases)).isEmpty();
		assertThat(provider.heldLocks(100)).hasSize(50);
		assertThat(provider.yieldOrRenew(leases.get(0), leases.get(0).firstToken(), claim("spread-0")))
			.isInstanceOf(YieldResult.Renewed.class);
		CompletableFuture<Boolean> woken = new CompletableFuture<>();
		try (Contender waiter = provider.contend(claim("spread-1"), () -> woken.complete(true))) {
			assertThat(waiter.attempt(new LockOwner("w1"))).isInstanceOf(Attempt.Busy.class);
			assertThat(waiter.attempt(new LockOwner("w2"))).isInstanceOf(Attempt.Busy.class);
			leases.forEach((lease) -> assertThat(provider.release(lease.key(), lease.owner())).isTrue());
			assertThat(woken).succeedsWithin(Duration.ofSeconds(60));
		}
		assertThat(Renewed.lost(provider, leases)).containsExactlyElementsOf(leases);
		provider.close();
	}

	private static Lease acquire(RedisLockProvider provider, String name) {
		try (Contender contender = provider.contend(claim(name), () -> {
		})) {
			Attempt attempt = contender.attempt(new LockOwner(java.util.UUID.randomUUID().toString()));
			return ((Attempt.Granted) attempt).lease();
		}
	}

	private static LockClaim claim(String name) {
		return LockClaim.of(new LockKey("cluster", name), Duration.ofSeconds(30), 33, "node");
	}

}
