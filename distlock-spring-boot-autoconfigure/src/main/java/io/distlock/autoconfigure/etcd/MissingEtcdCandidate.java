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
				"Add io.distlock:distlock-etcd, which brings the client, or choose another distlock.provider.");
	}

}
