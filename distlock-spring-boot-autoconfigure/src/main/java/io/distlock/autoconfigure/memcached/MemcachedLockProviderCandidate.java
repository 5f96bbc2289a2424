// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.memcached.MemcachedLockProvider;
import io.distlock.provider.LockProvider;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.StringUtils;

/**
 * The provider in Memcached, over a client of its own where servers are named, or else
 * over the only or primary client of the application. Offers itself to every application
 * that has one of both.
 */
final class MemcachedLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "memcached";

	private static final Logger logger = LoggerFactory.getLogger(MemcachedLockProviderCandidate.class);

	private final ApplicationClients<MemcachedClient> clients;

	private final @Nullable String servers;

	MemcachedLockProviderCandidate(ApplicationClients<MemcachedClient> clients, @Nullable String servers) {
		this.clients = clients;
		this.servers = StringUtils.hasText(servers) ? servers.strip() : null;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public String description() {
		return (this.servers != null) ? "%s (%s)".formatted(NAME, this.servers) : NAME;
	}

	@Override
	public boolean isOffered() {
		return this.servers != null || this.clients.exist();
	}

	@Override
	public LockProvider create() {
		LockProvider provider = (this.servers != null)
				? MemcachedLockProvider.connect(MemcachedAddresses.of(this.servers))
				: new MemcachedLockProvider(ofApplication());
		logger.warn(
				"Locks in Memcached seldom let two nodes do the same work, but do not rule it out: a server that restarts, or evicts items, forgets who holds a lock, and there are no fencing tokens. Where two holders at once would do harm, keep the locks in a database, Redis, ZooKeeper, etcd or Consul");
		return provider;
	}

	private MemcachedClient ofApplication() {
		return this.clients.find("distlock.memcached.servers")
			.orElseThrow(() -> new LockConfigurationException(
					"distlock.provider is 'memcached', but distlock.memcached.servers is not set, and there is no MemcachedClient bean.",
					"Set distlock.memcached.servers to your servers, as in cache1:11211,cache2:11211; "
							+ "or define a bean of type net.spy.memcached.MemcachedClient; or choose another distlock.provider."));
	}

}
