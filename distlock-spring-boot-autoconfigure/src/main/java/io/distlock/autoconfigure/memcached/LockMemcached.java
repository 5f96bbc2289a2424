// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import java.util.Optional;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.memcached.MemcachedLockProvider;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/**
 * Finds the client that leads to the locks: one of our own where servers are named, or
 * else the only or primary one of the application.
 */
final class LockMemcached {

	private final ApplicationClients<MemcachedClient> clients;

	private final @Nullable String servers;

	LockMemcached(ListableBeanFactory beanFactory, ObjectProvider<MemcachedClient> clients, @Nullable String servers) {
		this.clients = new ApplicationClients<>(beanFactory, clients, MemcachedClient.class, "MemcachedClient");
		this.servers = StringUtils.hasText(servers) ? servers.strip() : null;
	}

	/**
	 * Return whether there is a client, or what it takes to make one. Creates no beans.
	 * @return whether there is one
	 */
	boolean exists() {
		return this.servers != null || this.clients.exist();
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
		return this.clients.find("distlock.memcached.servers").orElseThrow(LockMemcached::missing);
	}

	private static LockConfigurationException missing() {
		return new LockConfigurationException(
				"distlock.provider is 'memcached', but there is neither distlock.memcached.servers nor a MemcachedClient bean.",
				"Set distlock.memcached.servers, as in cache1:11211,cache2:11211; "
						+ "or define a bean of type net.spy.memcached.MemcachedClient; or choose another distlock.provider.");
	}

}
