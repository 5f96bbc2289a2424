// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.etcd;

import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.etcd.EtcdLockProvider;
import io.distlock.etcd.EtcdLockSettings;
import io.distlock.provider.LockProvider;

/**
 * The provider in etcd. Offers itself to every application that has a client of etcd, or
 * names the members.
 */
final class EtcdLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "etcd";

	private final LockEtcd client;

	private final EtcdLockSettings settings;

	EtcdLockProviderCandidate(LockEtcd client, EtcdLockSettings settings) {
		this.client = client;
		this.settings = settings;
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
		return new EtcdLockProvider(this.client.get(), this.settings);
	}

}
