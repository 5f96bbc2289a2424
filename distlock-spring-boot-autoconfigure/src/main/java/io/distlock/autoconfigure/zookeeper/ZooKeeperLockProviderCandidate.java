// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import io.distlock.zookeeper.ZooKeeperLockProvider;
import io.distlock.zookeeper.ZooKeeperLockSettings;

import org.springframework.util.ClassUtils;

/**
 * The provider in ZooKeeper. Offers itself to every application that has a client of
 * Curator, or names the servers.
 */
final class ZooKeeperLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "zookeeper";

	private static final String SINCE_CURATOR_5 = "org.apache.curator.framework.api.AddWatchBuilder";

	private final LockCurator curator;

	private final ZooKeeperLockSettings settings;

	ZooKeeperLockProviderCandidate(LockCurator curator, ZooKeeperLockSettings settings) {
		this.curator = curator;
		this.settings = settings;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public boolean isOffered() {
		return this.curator.exists();
	}

	@Override
	public LockProvider create() {
		if (!ClassUtils.isPresent(SINCE_CURATOR_5, null)) {
			throw new LockConfigurationException("The Apache Curator on the class path is older than version 5.",
					"Use org.apache.curator:curator-framework of version 5.");
		}
		return new ZooKeeperLockProvider(this.curator.get(), this.settings);
	}

}
