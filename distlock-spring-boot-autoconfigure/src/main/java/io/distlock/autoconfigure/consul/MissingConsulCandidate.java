// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.consul;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;

import org.springframework.util.StringUtils;

/**
 * Stands for Consul where its agent is named and {@code distlock-consul} is not on the
 * class path, so that locks do not silently go elsewhere.
 */
final class MissingConsulCandidate implements LockProviderCandidate {

	private final DistlockConsulProperties properties;

	MissingConsulCandidate(DistlockConsulProperties properties) {
		this.properties = properties;
	}

	@Override
	public String name() {
		return ConsulLockProviderCandidate.NAME;
	}

	@Override
	public boolean isOffered() {
		return StringUtils.hasText(this.properties.getUrl());
	}

	@Override
	public LockProvider create() {
		throw new LockConfigurationException(
				"The locks are to be kept in Consul, but distlock-consul is not on the class path.",
				"Add io.distlock:distlock-consul, or choose another distlock.provider.");
	}

}
