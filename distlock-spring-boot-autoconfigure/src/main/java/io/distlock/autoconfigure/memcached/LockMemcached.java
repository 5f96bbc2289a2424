// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import java.util.List;
import java.util.Optional;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.memcached.MemcachedLockProvider;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/**
 * Finds the client that leads to the locks: one of our own where servers are named, or
 * else the only or primary one of the application.
 */
final class LockMemcached {

	private final ListableBeanFactory beanFactory;

	private final ObjectProvider<MemcachedClient> clients;

	private final @Nullable String servers;

	LockMemcached(ListableBeanFactory beanFactory, ObjectProvider<MemcachedClient> clients, @Nullable String servers) {
		this.beanFactory = beanFactory;
		this.clients = clients;
		this.servers = StringUtils.hasText(servers) ? servers.strip() : null;
	}

	/**
	 * Return whether there is a client, or what it takes to make one. Creates no beans.
	 * @return whether there is one
	 */
	boolean exists() {
		return this.servers != null || !names().isEmpty();
	}

	/**
	 * Return where the client leads to, as far as that is known.
	 * @return the servers, or nothing for a client of the application
	 */
	Optional<String> servers() {
		return Optional.ofNullable(this.servers);
	}

	/**
	 * Create the provider.
	 * @return the provider
	 * @throws LockConfigurationException if there is no client, or it cannot be made
	 */
	MemcachedLockProvider provider() {
		return (this.servers != null) ? MemcachedLockProvider.connect(MemcachedAddresses.of(this.servers))
				: new MemcachedLockProvider(ofApplication());
	}

	private MemcachedClient ofApplication() {
		List<String> names = names();
		if (names.isEmpty()) {
			throw missing();
		}
		MemcachedClient client = this.clients.getIfUnique();
		if (client == null) {
			throw ambiguous(names);
		}
		return client;
	}

	private List<String> names() {
		return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, MemcachedClient.class));
	}

	private static LockConfigurationException missing() {
		return new LockConfigurationException(
				"distlock.provider is 'memcached', but there is neither distlock.memcached.servers nor a MemcachedClient bean.",
				"Set distlock.memcached.servers, as in cache1:11211,cache2:11211; "
						+ "or define a bean of type net.spy.memcached.MemcachedClient; or choose another distlock.provider.");
	}

	private static LockConfigurationException ambiguous(List<String> names) {
		return new LockConfigurationException(
				"distlock found several MemcachedClient beans, and cannot decide which one to use for the locks: %s."
					.formatted(String.join(", ", names)),
				"Mark the one to use as @Primary, or set distlock.memcached.servers, so that distlock connects itself.");
	}

}
