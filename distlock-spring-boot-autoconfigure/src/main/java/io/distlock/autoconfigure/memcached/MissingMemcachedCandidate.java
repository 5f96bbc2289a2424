// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;

import org.springframework.util.StringUtils;

/**
 * Stands for Memcached where its servers are named and {@code distlock-memcached} is not
 * on the class path, so that locks do not silently go elsewhere.
 */
final class MissingMemcachedCandidate implements LockProviderCandidate {

	private final DistlockMemcachedProperties properties;

	MissingMemcachedCandidate(DistlockMemcachedProperties properties) {
		this.properties = properties;
	}

	@Override
	public String name() {
		return MemcachedLockProviderCandidate.NAME;
	}

	@Override
	public boolean isOffered() {
		return StringUtils.hasText(this.properties.getServers());
	}

	@Override
	public LockProvider create() {
		throw new LockConfigurationException(
				"The locks are to be kept in Memcached, but distlock-memcached is not on the class path.",
				"Add io.distlock:distlock-memcached, or choose another distlock.provider.");
	}

}
