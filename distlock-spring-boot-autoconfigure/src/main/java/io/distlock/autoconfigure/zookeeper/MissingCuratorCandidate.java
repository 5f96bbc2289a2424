// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;

import org.springframework.util.StringUtils;

/**
 * Stands for ZooKeeper where its servers are named and there is no client on the class
 * path, so that locks do not silently go elsewhere.
 */
final class MissingCuratorCandidate implements LockProviderCandidate {

	private final DistlockZooKeeperProperties properties;

	MissingCuratorCandidate(DistlockZooKeeperProperties properties) {
		this.properties = properties;
	}

	@Override
	public String name() {
		return ZooKeeperLockProviderCandidate.NAME;
	}

	@Override
	public boolean isOffered() {
		return StringUtils.hasText(this.properties.getConnectString());
	}

	@Override
	public LockProvider create() {
		throw new LockConfigurationException(
				"The locks are to be kept in ZooKeeper, but Apache Curator or distlock-zookeeper is not on the class path.",
				"Add io.distlock:distlock-zookeeper, which the starter includes, and org.apache.curator:curator-framework, or choose another distlock.provider.");
	}

}
