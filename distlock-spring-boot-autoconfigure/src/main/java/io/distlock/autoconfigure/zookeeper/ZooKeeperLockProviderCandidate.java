/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
