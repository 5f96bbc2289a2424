// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import io.distlock.benchmark.ShedLocks;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * distlock and the peers on Redis, where they renew what they hold. All leases last 30
 * seconds, which is the shortest that ShedLock renews.
 */
final class RenewedEntries {

	static final Duration LEASE = Duration.ofSeconds(30);

	static final String FLOOR = "floor: a call for each 1 000 locks";

	static final String LOCK4J = "lock4j";

	private static final long RENEWED = -1;

	private RenewedEntries() {
	}

	static List<Entry> all() {
		return List.of(new Entry(FLOOR, false, (port) -> new BatchedRenewal(FLOOR, port)),
				RedisEntries.named(StoreSuite.OURS), RedisEntries.named(RedisEntries.RLOCK),
				new Entry("ShedLock keep-alive", false, RenewedEntries::shedLock),
				new Entry("Spring Integration", true, RenewedEntries::integration),
				new Entry(LOCK4J, true, RenewedEntries::lock4j));
	}

	private static Locker shedLock(String port) {
		LettuceConnectionFactory connections = RedisEntries.connections(port);
		ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
		KeepAliveLockProvider provider = new KeepAliveLockProvider(new RedisLockProvider(connections), scheduler);
		return ShedLocks.locker("ShedLock keep-alive", provider, () -> {
			scheduler.shutdownNow();
			connections.destroy();
		});
	}

	private static Locker integration(String port) {
		LettuceConnectionFactory connections = RedisEntries.connections(port);
		ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
		scheduler.afterPropertiesSet();
		RedisLockRegistry registry = new RedisLockRegistry(connections, "integration", LEASE.toMillis());
		registry.setRenewalTaskScheduler(scheduler);
		return Locker.of("Spring Integration", (key) -> RedisEntries.locked(registry.obtain(key)), () -> {
			scheduler.destroy();
			registry.destroy();
			connections.destroy();
		});
	}

	/**
	 * It renews locks that are taken without a lease, each on a thread of its own.
	 */
	private static Locker lock4j(String port) throws Exception {
		LettuceConnectionFactory connections = RedisEntries.connections(port);
		LockTemplate template = RedisEntries.lock4jTemplate(connections);
		return Locker.of(LOCK4J, (key) -> {
			LockInfo lock = template.lock(key, RENEWED, Duration.ofMinutes(1).toMillis());
			return () -> template.releaseLock(lock);
		}, connections::destroy);
	}

}
