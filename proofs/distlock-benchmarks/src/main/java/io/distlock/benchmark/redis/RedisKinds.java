// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.distlock.LockRequest;
import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Kind;
import io.distlock.benchmark.measure.Locker;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RReadWriteLock;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;

/**
 * Kinds of locks on Redis that several owners may hold at a time. The address is the
 * port.
 */
final class RedisKinds {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private RedisKinds() {
	}

	static List<Kind> all() {
		return List.of(
				new Kind("Readers",
						List.of(distlock("distlock, readers", LockRequest::shared),
								readWrite("Redisson RReadWriteLock, readers", Integer.MAX_VALUE))),
				new Kind("One of ten writes",
						List.of(distlock("distlock, one of ten writes",
								(read) -> Kind.writes(Kind.CALLS_PER_WRITE) ? read : read.shared()),
								readWrite("Redisson RReadWriteLock, one of ten writes", Kind.CALLS_PER_WRITE))),
				new Kind("Three permits",
						List.of(distlock("distlock, three permits", (request) -> request.permits(Kind.PERMITS)),
								new Entry("Redisson RSemaphore", true, RedisKinds::semaphore),
								new Entry("Redisson RPermitExpirableSemaphore", true, RedisKinds::permits))));
	}

	private static Entry distlock(String name, UnaryOperator<LockRequest> kind) {
		return new Entry(name, true,
				(port) -> DistlockNode.start(name, kind, RedisEntries.properties(port, "lettuce")));
	}

	private static Entry readWrite(String name, int callsPerWrite) {
		return new Entry(name, true, (port) -> {
			RedissonClient client = RedisEntries.redisson(port);
			return Locker.of(name, (key) -> {
				RReadWriteLock lock = client.getReadWriteLock(name + ":" + key);
				return RedisEntries.locked(Kind.writes(callsPerWrite) ? lock.writeLock() : lock.readLock());
			}, client::shutdown);
		});
	}

	private static Locker semaphore(String port) {
		RedissonClient client = RedisEntries.redisson(port);
		Set<String> known = ConcurrentHashMap.newKeySet();
		return Locker.of("Redisson RSemaphore", (key) -> {
			RSemaphore semaphore = client.getSemaphore("semaphore:" + key);
			if (known.add(key)) {
				semaphore.trySetPermits(Kind.PERMITS);
			}
			semaphore.acquire();
			return semaphore::release;
		}, client::shutdown);
	}

	private static Locker permits(String port) {
		RedissonClient client = RedisEntries.redisson(port);
		Set<String> known = ConcurrentHashMap.newKeySet();
		return Locker.of("Redisson RPermitExpirableSemaphore", (key) -> {
			RPermitExpirableSemaphore semaphore = client.getPermitExpirableSemaphore("permits:" + key);
			if (known.add(key)) {
				semaphore.trySetPermits(Kind.PERMITS);
			}
			String permit = semaphore.acquire(LEASE.toSeconds(), TimeUnit.SECONDS);
			return () -> semaphore.release(permit);
		}, client::shutdown);
	}

}
