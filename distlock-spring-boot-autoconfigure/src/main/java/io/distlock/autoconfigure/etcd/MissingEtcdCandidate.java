// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.etcd;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;

import org.springframework.util.StringUtils;

/**
 * Stands for etcd where its members are named and {@code distlock-etcd} is not on the
 * class path, so that locks do not silently go elsewhere.
 */
final class MissingEtcdCandidate implements LockProviderCandidate {

	private final DistlockEtcdProperties properties;

	MissingEtcdCandidate(DistlockEtcdProperties properties) {
		this.properties = properties;
	}

	@Override
	public String name() {
		return EtcdLockProviderCandidate.NAME;
	}

	@Override
	public boolean isOffered() {
		return StringUtils.hasText(this.properties.getEndpoints());
	}

	@Override
	public LockProvider create() {
		throw new LockConfigurationException(
				"The locks are to be kept in etcd, but distlock-etcd or the client jetcd is not on the class path.",
				"Add io.distlock:distlock-etcd, which includes the client, or choose another distlock.provider.");
	}

}
