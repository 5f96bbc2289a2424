// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.memcached.MemcachedLockProvider;
import io.distlock.provider.LockProvider;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.StringUtils;

/**
 * Candidate for locks in Memcached, with its own client for configured servers, otherwise
 * with the only or primary client of the application. Available to each application with
 * servers or a client.
 */
final class MemcachedLockProviderCandidate implements LockProviderCandidate {

	private static final String NAME = "memcached";

	private static final Logger logger = LoggerFactory.getLogger(MemcachedLockProviderCandidate.class);

	private final ApplicationClients<MemcachedClient> clients;

	private final @Nullable String servers;

	private final String origin;

	MemcachedLockProviderCandidate(ListableBeanFactory beanFactory, MemcachedConnectionDetails details) {
		this.clients = new ApplicationClients<>(beanFactory, MemcachedClient.class, "MemcachedClient");
		String servers = details.getServers();
		this.servers = StringUtils.hasText(servers) ? servers.strip() : null;
		this.origin = (details instanceof PropertiesMemcachedConnectionDetails) ? "distlock.memcached."
				: "MemcachedConnectionDetails.";
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public String description() {
		return (this.servers != null) ? "%s (%s)".formatted(NAME, LockProviderCandidate.shown(this.servers)) : NAME;
	}

	@Override
	public boolean isOffered() {
		return this.servers != null || this.clients.exist();
	}

	@Override
	public LockProvider create() {
		LockProvider provider = (this.servers != null) ? MemcachedLockProvider.connect(addresses(this.servers))
				: new MemcachedLockProvider(ofApplication());
		logger.warn(
				"Locks in Memcached seldom let two nodes do the same work, but do not rule it out: a server that restarts, or evicts items, forgets who holds a lock, and there are no fencing tokens. Where two holders at once would do harm, keep the locks in a database, Redis, ZooKeeper, etcd or Consul");
		return provider;
	}

	private MemcachedClient ofApplication() {
		return this.clients.find("set distlock.memcached.servers, so that distlock connects itself")
			.orElseThrow(() -> new LockConfigurationException(
					"distlock.provider is 'memcached', but distlock.memcached.servers is not set, and there is no MemcachedClient bean.",
					"Set distlock.memcached.servers to your servers, as in cache1:11211,cache2:11211; "
							+ "or define a bean of type net.spy.memcached.MemcachedClient; or choose another distlock.provider."));
	}

	private List<InetSocketAddress> addresses(String servers) {
		List<InetSocketAddress> addresses = Arrays.stream(servers.split(","))
			.map(String::strip)
			.filter(StringUtils::hasText)
			.map((server) -> address(servers, server))
			.toList();
		if (addresses.isEmpty()) {
			throw refused(servers, "it names no server");
		}
		if (addresses.stream().distinct().count() < addresses.size()) {
			throw refused(servers, "it names a server twice");
		}
		return addresses;
	}

	private InetSocketAddress address(String servers, String server) {
		URI uri;
		try {
			uri = URI.create("memcached://" + server);
		}
		catch (IllegalArgumentException ex) {
			throw refused(servers, "'%s' is not host:port".formatted(LockProviderCandidate.shown(server, servers)));
		}
		if (uri.getHost() == null || uri.getPort() <= 0 || uri.getUserInfo() != null || !uri.getPath().isEmpty()
				|| uri.getQuery() != null || uri.getFragment() != null) {
			throw refused(servers, "'%s' is not host:port".formatted(LockProviderCandidate.shown(server, servers)));
		}
		InetSocketAddress address = new InetSocketAddress(uri.getHost(), uri.getPort());
		if (address.isUnresolved()) {
			throw refused(servers, "the host '%s' is not known"
				.formatted(LockProviderCandidate.shown(address.getHostString(), servers)));
		}
		return address;
	}

	private LockConfigurationException refused(String servers, String reason) {
		return new LockConfigurationException(
				"'%sservers' is '%s', which cannot be used: %s.".formatted(this.origin,
						LockProviderCandidate.shown(servers), reason),
				"Write it as host:port,host:port. For SASL or TLS define a bean of type net.spy.memcached.MemcachedClient instead.");
	}

}
