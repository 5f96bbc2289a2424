// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.consul;

import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.consul.ConsulLockProvider;
import io.distlock.consul.ConsulLockSettings;
import io.distlock.provider.LockProvider;

/**
 * The provider in Consul. Offers itself to every application that has a client of Consul,
 * or names the agent.
 */
final class ConsulLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "consul";

	private final LockConsul client;

	private final ConsulLockSettings settings;

	ConsulLockProviderCandidate(LockConsul client, ConsulLockSettings settings) {
		this.client = client;
		this.settings = settings;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public String description() {
		return this.client.server().map((server) -> "%s (%s)".formatted(NAME, server)).orElse(NAME);
	}

	@Override
	public boolean isOffered() {
		return this.client.exists();
	}

	@Override
	public LockProvider create() {
		return new ConsulLockProvider(this.client.get(), this.settings);
	}

}
