// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import java.util.UUID;

import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockProviders;
import io.distlock.redis.RedisLockSettings;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Providers of an application without the auto-configuration.
 */
class RedisLockProvidersTests {

	private final String key = "plain:" + UUID.randomUUID();

	private RedisServer server;

	private LettuceConnectionFactory factory;

	@BeforeEach
	void connect() {
		this.server = new RedisServer().start();
		this.factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(this.server.host(), this.server.port()));
		this.factory.afterPropertiesSet();
		this.factory.start();
	}

	@AfterEach
	void disconnect() {
		this.factory.destroy();
		this.server.close();
	}

	@Test
	void clientsOfTheApplicationShareTheirLocks() {
		Config config = new Config();
		config.useSingleServer().setAddress("redis://" + this.server.address());
		RedissonClient redisson = Redisson.create(config);
		try (RedisLockProvider first = RedisLockProviders.over(this.factory, RedisLockSettings.defaults());
				RedisLockProvider second = RedisLockProviders.over(redisson, RedisLockSettings.defaults());
				LeaseLockEngine engine = engine(first);
				LeaseLockEngine other = engine(second)) {
			new LockTemplate(engine).executeWithoutResult(this.key,
					(lock) -> assertThat(new LockTemplate(other).tryAcquire(this.key)).isEmpty());
			assertThat(new LockTemplate(other).acquire(this.key).release()).isTrue();
		}
		finally {
			redisson.shutdown();
		}
		assertThat(this.factory.getConnection().ping()).isEqualTo("PONG");
	}

	@Test
	void serverThatMayEvictLocksIsRefused() {
		this.server.send("CONFIG", "SET", "maxmemory", "50mb");
		this.server.send("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
		assertThatIllegalStateException()
			.isThrownBy(() -> RedisLockProviders.over(this.factory, RedisLockSettings.defaults()))
			.withMessageContaining("maxmemory-policy");
	}

	private static LeaseLockEngine engine(RedisLockProvider provider) {
		LeaseSettings settings = LeaseSettings.of("plain", "node-1");
		return new LeaseLockEngine(provider, settings, (event) -> {
		});
	}

}
