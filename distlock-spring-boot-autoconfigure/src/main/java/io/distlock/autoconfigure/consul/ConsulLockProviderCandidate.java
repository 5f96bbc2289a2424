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
