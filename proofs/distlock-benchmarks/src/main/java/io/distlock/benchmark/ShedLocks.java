// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;

import org.springframework.util.ClassUtils;

/**
 * Locks of ShedLock, which does not wait.
 */
public final class ShedLocks {

	/**
	 * The lease, which is the shortest that ShedLock renews.
	 */
	public static final Duration LEASE = Duration.ofSeconds(30);

	/**
	 * The class of the provider for etcd.
	 */
	public static final String ETCD = "net.javacrumbs.shedlock.provider.etcd.jetcd.EtcdLockProvider";

	/**
	 * The class of the provider for Memcached.
	 */
	public static final String MEMCACHED = "net.javacrumbs.shedlock.provider.memcached.spy.MemcachedLockProvider";

	private static final String NAME = "ShedLock";

	private ShedLocks() {
	}

	/**
	 * Return the libraries of a store.
	 * @param client a class of the client
	 * @param provider the name of the class of ShedLock's provider
	 * @return a class of each library that is there
	 */
	public static Class<?>[] libraries(Class<?> client, String provider) {
		return isPresent(provider)
				? new Class<?>[] { client, ClassUtils.resolveClassName(provider, client.getClassLoader()) }
				: new Class<?>[] { client };
	}

	/**
	 * Return whether the profile is active that adds providers for more stores.
	 * @return whether they are there
	 */
	static boolean areOfAllStores() {
		return isPresent(ETCD);
	}

	private static boolean isPresent(String provider) {
		return ClassUtils.isPresent(provider, ShedLocks.class.getClassLoader());
	}

	/**
	 * Return a locker over a provider of ShedLock.
	 * @param name its name in the tables
	 * @param provider the provider
	 * @param client what to close in the end
	 * @return the locker
	 */
	public static Locker locker(String name, LockProvider provider, AutoCloseable client) {
		return Locker.of(name, (key) -> provider.lock(new LockConfiguration(Instant.now(), key, LEASE, Duration.ZERO))
			.orElseThrow(() -> new IllegalStateException("ShedLock did not lock"))::unlock, client);
	}

	/**
	 * Return the entry for a store whose provider is there with the profile
	 * {@code shedlock-stores} alone.
	 * @param <C> what the provider talks to the store with
	 * @param provider the name of its class
	 * @param type the type of its client
	 * @param client connects a client to an address
	 * @param close closes a client
	 * @return the entry, or none without the profile
	 */
	public static <C> List<Entry> ofStore(String provider, Class<C> type, Function<String, C> client,
			Consumer<C> close) {
		if (!isPresent(provider)) {
			return List.of();
		}
		return List.of(new Entry(NAME, false, (address) -> {
			C opened = client.apply(address);
			LockProvider locks = (LockProvider) Class.forName(provider).getConstructor(type).newInstance(opened);
			return locker(NAME, locks, () -> close.accept(opened));
		}));
	}

}
