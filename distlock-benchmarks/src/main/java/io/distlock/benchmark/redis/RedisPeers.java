package io.distlock.benchmark.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.testserver.RedisServer;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * The peers on Redis, with their defaults, but for leases of 30 seconds.
 */
final class RedisPeers implements AutoCloseable {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final LettuceFloor floor;

	private final LettuceConnectionFactory connections;

	private final RedissonClient redisson;

	private final RedisLockRegistry spin;

	private final RedisLockRegistry pubSub;

	private final LockTemplate lock4j;

	private final RedisLockProvider shedLock;

	private final RedisLockProvider safeShedLock;

	RedisPeers(RedisServer server) throws Exception {
		server.start();
		this.floor = new LettuceFloor(server.port());
		this.connections = new LettuceConnectionFactory("127.0.0.1", server.port());
		this.connections.afterPropertiesSet();
		this.connections.start();
		Config config = new Config();
		config.useSingleServer().setAddress("redis://127.0.0.1:" + server.port());
		this.redisson = Redisson.create(config);
		this.spin = registry("spin", RedisLockType.SPIN_LOCK);
		this.pubSub = registry("pub-sub", RedisLockType.PUB_SUB_LOCK);
		this.lock4j = lock4j();
		this.shedLock = new RedisLockProvider.Builder(this.connections).environment("bench").build();
		this.safeShedLock = new RedisLockProvider.Builder(this.connections).environment("bench-safe")
			.safeUpdate(true)
			.build();
	}

	private RedisLockRegistry registry(String name, RedisLockType type) {
		RedisLockRegistry registry = new RedisLockRegistry(this.connections, "integration-" + name, LEASE.toMillis());
		registry.setRedisLockType(type);
		return registry;
	}

	private LockTemplate lock4j() throws Exception {
		Lock4jProperties properties = new Lock4jProperties();
		properties.setAcquireTimeout(Duration.ofMinutes(1).toMillis());
		StringRedisTemplate redis = new StringRedisTemplate(this.connections);
		LockTemplate template = new LockTemplate();
		template.setProperties(properties);
		template.setExecutors(List.of(new RedisTemplateLockExecutor(redis, properties)));
		template.afterPropertiesSet();
		return template;
	}

	Contestant floor() {
		return this.floor;
	}

	/**
	 * Return all peers, for locks that nobody else wants.
	 */
	List<Contestant> uncontended() {
		return List.of(shedLock("ShedLock", this.shedLock), shedLock("ShedLock, safe update", this.safeShedLock),
				integration("Spring Integration, spin", this.spin),
				integration("Spring Integration, pub-sub", this.pubSub), lock4j("lock4j"),
				redisson("Redisson RLock", this.redisson::getLock),
				redisson("Redisson RFencedLock", this.redisson::getFencedLock),
				redisson("Redisson fair", this.redisson::getFairLock),
				redisson("Redisson spin", this.redisson::getSpinLock));
	}

	/**
	 * Return the peers that wait for a lock.
	 */
	List<Contestant> waiting() {
		return List.of(integration("Spring Integration, spin", this.spin),
				integration("Spring Integration, pub-sub", this.pubSub), lock4j("lock4j"),
				redisson("Redisson RLock", this.redisson::getLock),
				redisson("Redisson RFencedLock", this.redisson::getFencedLock),
				redisson("Redisson fair", this.redisson::getFairLock),
				redisson("Redisson spin", this.redisson::getSpinLock));
	}

	private static Contestant shedLock(String name, RedisLockProvider provider) {
		return Contestant.of(name, (key) -> {
			Optional<SimpleLock> lock = provider
				.lock(new LockConfiguration(Instant.now(), key, LEASE, Duration.ZERO));
			lock.orElseThrow(() -> new IllegalStateException("ShedLock did not lock")).unlock();
		});
	}

	private static Contestant integration(String name, RedisLockRegistry registry) {
		return Contestant.of(name, (key) -> cycle(registry.obtain(key)));
	}

	private static Contestant redisson(String name, Function<String, Lock> locks) {
		return Contestant.of(name, (key) -> cycle(locks.apply(name + ":" + key)));
	}

	private static void cycle(Lock lock) {
		lock.lock();
		lock.unlock();
	}

	private Contestant lock4j(String name) {
		return Contestant.of(name, (key) -> {
			LockInfo lock = this.lock4j.lock("lock4j:" + key);
			if (lock == null || !this.lock4j.releaseLock(lock)) {
				throw new IllegalStateException("lock4j did not lock");
			}
		});
	}

	@Override
	public void close() {
		this.floor.close();
		this.spin.destroy();
		this.pubSub.destroy();
		this.redisson.shutdown();
		this.connections.destroy();
	}

}
