// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.ShedLocks;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * distlock and the peers on Redis, with their defaults, but for leases of 30 seconds. The
 * address is the port.
 */
final class RedisEntries {

	static final String RLOCK = "Redisson RLock";

	private static final Duration LEASE = Duration.ofSeconds(30);

	private RedisEntries() {
	}

	static List<Entry> all() {
		return List.of(distlock("distlock", "lettuce"),
				distlock("distlock, not fair", "lettuce", "distlock.redis.fair=false"),
				distlock("distlock over Jedis", "jedis"), shedLock("ShedLock", false),
				shedLock("ShedLock, safe update", true),
				integration("Spring Integration, spin", RedisLockType.SPIN_LOCK),
				integration("Spring Integration, pub-sub", RedisLockType.PUB_SUB_LOCK),
				new Entry("lock4j", true, RedisEntries::lock4j), redisson(RLOCK, RedissonClient::getLock),
				redisson("Redisson RFencedLock", RedissonClient::getFencedLock),
				redisson("Redisson fair", RedissonClient::getFairLock),
				redisson("Redisson spin", RedissonClient::getSpinLock));
	}

	static Entry named(String name) {
		return all().stream().filter((entry) -> entry.name().equals(name)).findFirst().orElseThrow();
	}

	private static Entry distlock(String name, String client, String... properties) {
		return new Entry(name, true, (port) -> {
			List<String> all = new ArrayList<>(List.of(properties(port, client)));
			Collections.addAll(all, properties);
			return DistlockNode.start(name, all.toArray(String[]::new));
		});
	}

	static String[] properties(String port, String client) {
		return new String[] { "distlock.provider=redis", "spring.data.redis.port=" + port,
				"distlock.redis.client=spring-data-redis", "spring.data.redis.client-type=" + client };
	}

	static LettuceConnectionFactory connections(String port) {
		LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", Integer.parseInt(port));
		connections.afterPropertiesSet();
		connections.start();
		return connections;
	}

	private static Entry shedLock(String name, boolean safe) {
		return new Entry(name, false, (port) -> {
			LettuceConnectionFactory connections = connections(port);
			RedisLockProvider provider = new RedisLockProvider.Builder(connections).environment("bench-" + safe)
				.safeUpdate(safe)
				.build();
			return ShedLocks.locker(name, provider, connections::destroy);
		});
	}

	private static Entry integration(String name, RedisLockType type) {
		return new Entry(name, true, (port) -> {
			LettuceConnectionFactory connections = connections(port);
			RedisLockRegistry registry = new RedisLockRegistry(connections, "integration-" + type, LEASE.toMillis());
			registry.setRedisLockType(type);
			return Locker.of(name, (key) -> locked(registry.obtain(key)), () -> {
				registry.destroy();
				connections.destroy();
			});
		});
	}

	static AutoCloseable locked(Lock lock) {
		lock.lock();
		return lock::unlock;
	}

	private static Locker lock4j(String port) throws Exception {
		LettuceConnectionFactory connections = connections(port);
		LockTemplate template = lock4jTemplate(connections);
		return Locker.of("lock4j", (key) -> {
			LockInfo lock = template.lock("lock4j:" + key);
			return () -> template.releaseLock(lock);
		}, connections::destroy);
	}

	static LockTemplate lock4jTemplate(LettuceConnectionFactory connections) throws Exception {
		Lock4jProperties properties = new Lock4jProperties();
		properties.setAcquireTimeout(Duration.ofMinutes(1).toMillis());
		LockTemplate template = new LockTemplate();
		template.setProperties(properties);
		template.setExecutors(List.of(new RedisTemplateLockExecutor(new StringRedisTemplate(connections), properties)));
		template.afterPropertiesSet();
		return template;
	}

	private static Entry redisson(String name, BiFunction<RedissonClient, String, Lock> locks) {
		return new Entry(name, true, (port) -> {
			RedissonClient client = redisson(port);
			return Locker.of(name, (key) -> locked(locks.apply(client, name + ":" + key)), client::shutdown);
		});
	}

	static RedissonClient redisson(String port) {
		Config config = new Config();
		config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
		return Redisson.create(config);
	}

}
