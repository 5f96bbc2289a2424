// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The provider in Memcached. Offers itself to every application that has a client of
 * Memcached, or names servers.
 */
final class MemcachedLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "memcached";

	private static final Logger logger = LoggerFactory.getLogger(MemcachedLockProviderCandidate.class);

	private final LockMemcached client;

	MemcachedLockProviderCandidate(LockMemcached client) {
		this.client = client;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public String description() {
		return this.client.servers().map((servers) -> "%s (%s)".formatted(NAME, servers)).orElse(NAME);
	}

	@Override
	public boolean isOffered() {
		return this.client.exists();
	}

	@Override
	public LockProvider create() {
		LockProvider provider = this.client.provider();
		logger.warn(
				"Locks in Memcached seldom let two nodes do the same work, but do not rule it out: a server that restarts, or evicts items, forgets who holds a lock, and there are no fencing tokens. Where two holders at once would do harm, keep the locks in a database, Redis, ZooKeeper, etcd or Consul");
		return provider;
	}

}
